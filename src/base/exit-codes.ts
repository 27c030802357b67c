/**
 * Exit codes of the bot and its programs: from sysexits.h, so that a supervisor can distinguish problems that only a
 * person can fix (78) from problems that the next start may find fixed; 1 for "something needs a person", and a shell's
 * own one for Ctrl+C.
 */
export const exitCodes = {
	ok: 0,
	trouble: 1,
	usage: 64,
	data: 65,
	unavailable: 69,
	internal: 70,
	unwritable: 73,
	config: 78,
	interrupted: 130,
} as const;
