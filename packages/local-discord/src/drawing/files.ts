/** The name of the file at a web address or in an attachment address. */
export function fileNameOf(address: string): string {
	if (!URL.canParse(address)) return address;
	const { protocol, host, pathname } = new URL(address);
	const name = protocol === 'attachment:' ? host : (pathname.split('/').at(-1) ?? '');
	try {
		return decodeURIComponent(name);
	} catch {
		return name;
	}
}
