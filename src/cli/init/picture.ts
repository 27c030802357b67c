import { isPrivateHost, webAddress } from '../../base/addresses.js';
import { userAgent } from '../../base/version.js';
import { readBody } from '../../marketplace/transport.js';

/** The page asks no other host for anything, so that none learns of it. */
const maxBytes = 256 * 1024;
const patienceMs = 4_000;

/** The first bytes of what browsers draw, in hexadecimal digits. */
const kinds: Readonly<Record<string, RegExp>> = {
	'image/png': /^89504e47/,
	'image/jpeg': /^ffd8ff/,
	'image/webp': /^52494646.{8}57454250/,
	'image/gif': /^47494638/,
};

/**
 * A small picture as a data URI; undefined if it can't be read. A stranger's address leads to no machine of this
 * network, unless `home`, which the operator has typed, is in it as well.
 */
export async function pictureAt(address: string, home?: string): Promise<string | undefined> {
	const url = webAddress(address);
	const isHome = url !== undefined && url.origin === webAddress(home ?? '')?.origin;
	if (url === undefined || !(isHome || (url.protocol === 'https:' && !isPrivateHost(url.hostname))))
		return undefined;
	try {
		const signal = AbortSignal.timeout(patienceMs);
		const response = await fetch(url, { redirect: 'error', headers: { 'user-agent': userAgent }, signal });
		const bytes = Buffer.concat(await readBody(response.body ?? [], maxBytes));
		const begin = bytes.subarray(0, 12).toString('hex');
		const type = Object.keys(kinds).find((kind) => kinds[kind]?.test(begin));
		return type === undefined ? undefined : `data:${type};base64,${bytes.toString('base64')}`;
	} catch {
		return undefined;
	}
}
