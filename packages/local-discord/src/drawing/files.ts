import type { APIAttachment, APIMessage } from 'discord-api-types/v10';

/** The files that stand by themselves: one that an embed or a component shows is not shown once more. */
export function looseFiles({
	attachments,
	embeds,
	components = [],
}: Pick<APIMessage, 'attachments' | 'embeds' | 'components'>): readonly APIAttachment[] {
	if (attachments.length === 0) return attachments;
	const shown = JSON.stringify([embeds, components]);
	return attachments.filter(({ url }) => !shown.includes(JSON.stringify(url)));
}

/** The name of the file at an address: of one below the web, or of one that is sent along. */
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
