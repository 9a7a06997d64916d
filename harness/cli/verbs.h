/* The one list of verbs, in the order in which help shows them: VERB(name) for each `const struct verb verb_NAME`. */
VERB(run)
VERB(compare)
VERB(series)
VERB(import)
VERB(export)
VERB(list)
VERB(undo)
VERB(help)
