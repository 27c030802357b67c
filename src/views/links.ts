import { type APIButtonComponentWithURL, ButtonStyle, ComponentType } from 'discord.js';

/** Discord's limits, in characters. */
const MAX_BUTTON_URL = 512;
const MAX_EMBED_URL = 2048;

export interface NamedLink {
	readonly label: string;
	readonly url: string | undefined;
}

function webUrl(url: string | undefined, limit: number): string | undefined {
	if (url === undefined || !URL.canParse(url)) return undefined;
	const { protocol, href } = new URL(url);
	if (protocol !== 'https:' && protocol !== 'http:') return undefined;
	return href.length <= limit ? href : undefined;
}

/** An address that Discord takes in an embed or a gallery: http(s), encoded, not too long; else undefined. */
export function embedUrl(url: string | undefined): string | undefined {
	return webUrl(url, MAX_EMBED_URL);
}

/**
 * Link buttons for those links that fit on one. The rest is given back as masked links, for a place with text:
 * undefined addresses and those that no embed could hold are left out.
 */
export function linkButtons(links: readonly NamedLink[]): {
	readonly buttons: APIButtonComponentWithURL[];
	readonly tooLong: string[];
} {
	const buttons: APIButtonComponentWithURL[] = [];
	const tooLong: string[] = [];
	for (const { label, url } of links) {
		const short = webUrl(url, MAX_BUTTON_URL);
		const long = embedUrl(url);
		if (short !== undefined) {
			buttons.push({ type: ComponentType.Button, style: ButtonStyle.Link, label, url: short });
		} else if (long !== undefined) {
			tooLong.push(`[${label}](${long.replaceAll('(', '%28').replaceAll(')', '%29')})`);
		}
	}
	return { buttons, tooLong };
}
