import { userAgent } from '../../base/version.js';
import { webAddress } from '../../base/web-address.js';
import { patienceMs } from './patience.js';

/**
 * The origin that the address redirects to, or undefined if it responds itself, with any status. Sends no key. Rejects if
 * nothing responds.
 */
export async function redirectOf(url: string): Promise<string | undefined> {
	const response = await fetch(url, {
		redirect: 'manual',
		headers: { 'user-agent': userAgent },
		signal: AbortSignal.timeout(patienceMs),
	});
	await response.body?.cancel();
	const location = response.headers.get('location');
	if (response.status < 300 || response.status > 399 || location === null) return undefined;
	const [here, there] = [webAddress(url), webAddress(new URL(location, url).href)];
	return here?.origin === there?.origin ? undefined : there?.origin;
}
