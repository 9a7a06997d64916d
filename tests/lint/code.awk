# C without comments, and with empty literals (but for the names of include files): FILE:LINE:TEXT.
FNR == 1 {
	inside = 0
}

!inside && /^[ \t]*#[ \t]*include/ {
	sub(/[ \t]*\/[*\/].*/, "")
	print FILENAME ":" FNR ":" $0
	next
}

{
	line = $0
	text = ""
	while (line != "") {
		if (inside) {
			end = index(line, "*/")
			if (end == 0)
				break
			inside = 0
			line = substr(line, end + 2)
		}
		if (!match(line, /\/\*|\/\/|"|'/)) {
			text = text line
			break
		}
		mark = substr(line, RSTART, RLENGTH)
		text = text substr(line, 1, RSTART - 1)
		line = substr(line, RSTART + RLENGTH)
		if (mark == "//")
			break
		if (mark == "/*") {
			inside = 1
			text = text " "
			continue
		}
		text = text mark mark
		if (!match(line, mark == "'" ? "^([^'\\\\]|\\\\.)*'" : "^([^\"\\\\]|\\\\.)*\""))
			break
		line = substr(line, RLENGTH + 1)
	}
	print FILENAME ":" FNR ":" text
}
