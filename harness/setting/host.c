/* The host in an experiment: see host.h. */
#include "setting/host.h"

#include "base/quote.h"

/* How things are that the variant changes, into the journal. All are read before the first is changed. */
static int
note(struct host *h, const struct variant *v, struct err *e)
{
	for (size_t i = 0; i < v->nsettings; i++) {
		const struct setting *s = &v->settings[i];
		char **was;

		if (s->kind->scope != SCOPE_HOST)
			continue;
		if (s->kind->read(s, &was, e) != 0)
			return -1;
		journal_add(&h->journal, s->kind->undo, was);
		quote_free(was);
	}
	return journal_save(&h->journal, e);
}

static int
apply(const struct variant *v, struct err *e)
{
	for (size_t i = 0; i < v->nsettings; i++)
		if (v->settings[i].kind->scope == SCOPE_HOST && v->settings[i].kind->apply(&v->settings[i], e) != 0)
			return -1;
	return 0;
}

/* After all are applied: one may have changed what another had set. */
static int
check(const struct variant *v, struct err *e)
{
	for (size_t i = 0; i < v->nsettings; i++) {
		const struct setting *s = &v->settings[i];

		if (s->kind->scope == SCOPE_HOST && s->kind->check != NULL && s->kind->check(s, e) != 0)
			return -1;
	}
	return 0;
}

int
host_enter(struct host *h, const struct variant *v, struct err *e)
{
	struct err first, later;

	if (!h->changes)
		return 0;
	if (note(h, v, e) != 0) {
		journal_forget(&h->journal);
		return err_prefix(e, "variant '%s'", v->name);
	}
	if (apply(v, e) == 0 && check(v, e) == 0)
		return 0;
	err_prefix(e, "variant '%s'", v->name);
	first = *e;
	if (host_leave(h, &later) != 0)
		err_set(e, later.kind, "%.480s; and then: %.500s", first.text, later.text);
	return -1;
}

int
host_leave(struct host *h, struct err *e)
{
	if (!h->changes || journal_take_back(&h->journal, NULL, NULL, e) == 0)
		return 0;
	return err_prefix(e, "this machine is left changed ('harness undo' tries again)");
}

int
host_begin(struct host *h, const struct variant *variants, size_t count, struct err *e)
{
	*h = (struct host){ .changes = false, .journal = { .lock = -1 } };
	for (size_t i = 0; i < count && !h->changes; i++)
		h->changes = variant_has(&variants[i], SCOPE_HOST);
	if (!h->changes)
		return journal_check(e);
	if (journal_open(&h->journal, e) != 0) {
		h->changes = false;
		return -1;
	}
	journal_lapse(&h->journal, NULL, NULL);
	if (journal_refuse_rest(&h->journal, e) != 0)
		return -1;
	for (size_t i = 0; i < count; i++)
		if (host_enter(h, &variants[i], e) != 0 || host_leave(h, e) != 0)
			return -1;
	return 0;
}

void
host_end(struct host *h)
{
	if (h->changes)
		journal_close(&h->journal);
	h->changes = false;
}
