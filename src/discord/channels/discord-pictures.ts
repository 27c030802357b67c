import { Agent, request } from 'undici';
import { webAddress } from '../../base/addresses.js';
import type { Pictures } from '../../messages/mailbox.js';

const maxBytes = 8 * 1024 * 1024;
/** Enough to tell a picture. */
const firstBytes = 12;
/** Without a byte, and in all. */
const silenceMs = 3_000;
const maxMs = 15_000;

/** Discord's hosts for uploads: https://discord.com/developers/docs/reference#signed-attachment-cdn-urls */
const hosts: ReadonlySet<string> = new Set(['https://cdn.discordapp.com', 'https://media.discordapp.net']);

/** Downloads members' uploads from these hosts and the API's, without the bot's token and without redirects. */
export function discordPictures(apiUrl: string | undefined): Pictures {
	const apiOrigin = apiUrl && new URL(apiUrl).origin;
	const agent = new Agent({
		headersTimeout: silenceMs,
		bodyTimeout: silenceMs,
		connect: { timeout: silenceMs },
	});

	function isDiscords(address: string): boolean {
		const { origin, username } = webAddress(address) ?? { origin: '', username: '' };
		return username === '' && (hosts.has(origin) || origin === apiOrigin);
	}

	/** Ends after `enough` bytes. Undefined if it isn't there, too large, or not Discord's. Rejects as undici does. */
	async function download(address: string, enough = Number.POSITIVE_INFINITY): Promise<Buffer | undefined> {
		if (!isDiscords(address)) return undefined;
		const signal = AbortSignal.timeout(maxMs);
		const { statusCode, body } = await request(address, { dispatcher: agent, signal });
		try {
			if (statusCode >= 500 || statusCode === 429) throw new Error(`Discord's files: HTTP ${statusCode}`);
			if (statusCode !== 200) return undefined;
			const chunks: Buffer[] = [];
			let bytes = 0;
			for await (const chunk of body) {
				chunks.push(chunk);
				bytes += chunk.length;
				if (bytes > maxBytes) return undefined;
				if (bytes >= enough) break;
			}
			return Buffer.concat(chunks);
		} finally {
			body.on('error', () => {}).destroy();
		}
	}

	return {
		async isPicture({ address, size }) {
			if (size > maxBytes) return false;
			try {
				const start = await download(address, firstBytes);
				return start !== undefined && endingOf(start) !== undefined;
			} catch {
				return isDiscords(address);
			}
		},

		async fetch(addresses) {
			const found = await Promise.all(addresses.map((address) => download(address)));
			return found.flatMap((attachment, at) => {
				const ending = attachment && endingOf(attachment);
				return ending ? [{ name: `${at + 1}.${ending}`, attachment }] : [];
			});
		},
	};
}

/** The ending of a picture's name, by its first bytes. */
function endingOf(bytes: Buffer): 'png' | 'jpg' | 'webp' | undefined {
	const starts = (hex: string, at = 0) => bytes.toString('hex', at, at + hex.length / 2) === hex;
	if (starts('89504e470d0a1a0a')) return 'png';
	if (starts('ffd8ff')) return 'jpg';
	return starts('52494646') && starts('57454250', 8) ? 'webp' : undefined;
}
