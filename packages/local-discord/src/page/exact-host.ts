/** @returns true for an exact host name, with or without a port: no wildcard, no scheme, no path */
export function isExactHost(text: string): boolean {
	return (
		text.length <= 253 &&
		/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/.test(text)
	);
}
