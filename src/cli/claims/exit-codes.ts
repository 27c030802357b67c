/** Codes from sysexits.h, and 1 for "completed, but something needs a person". */
export const exitCodes = {
	ok: 0,
	findings: 1,
	usage: 64,
	data: 65,
	unavailable: 69,
	internal: 70,
	config: 78,
} as const;
