/* The one list of kinds of settings: SETTING(name) for each `const struct setting_kind setting_NAME`. */
SETTING(env)
SETTING(opt)
SETTING(cpus)
SETTING(sysctl)
SETTING(file)
SETTING(cmd)
