import { webAddress } from '../../base/addresses.js';
import { userAgent } from '../../base/version.js';
import type { MarketplaceClient } from '../../marketplace/client.js';
import type { MarketplaceFailure } from '../../marketplace/result.js';
import { oneLine } from '../../ui/text.js';
import { open, shopVariables } from '../program/open.js';
import { type Asking, bare, faultOf, keeps, patienceMs } from './questions.js';

export interface Shop {
	readonly url: string;
	readonly key: string;
}

/** Questions 3 and 4: the address and the key, until both belong to an account that sells something. */
export async function askShop(asking: Asking): Promise<Shop> {
	for (;;) {
		const url = await askAddress(asking);
		const key = await askKey(asking, url);
		if (key !== undefined) return { url, key };
	}
}

async function askAddress(asking: Asking): Promise<string> {
	const { terminal, current } = asking;
	const known = current('MARKETPLACE_URL');
	const prompt = `3/5 Shop address (without /api)${known === undefined ? '' : `\n ${known}${keeps}`}\n > `;
	for (;;) {
		const url = addressIn((await terminal.ask(prompt)) || known || '');
		const fault = faultOf('MARKETPLACE_URL', url);
		if (fault !== undefined) {
			terminal.remark('no', `it ${fault}`);
			continue;
		}
		try {
			const other = await redirectOf(url);
			if (other === undefined) return url;
			terminal.remark('no', `that redirects to ${other}`);
		} catch {
			terminal.remark('no', 'nothing responds there');
		}
	}
}

/** The intended URL: https by default, and without the path that the bot adds itself. */
function addressIn(answer: string): string {
	const whole = answer === '' || /^[a-z]+:\/\//i.test(answer) ? answer : `https://${answer}`;
	const url = whole
		.replace(/\/+$/, '')
		.replace(/\/api$/i, '')
		.replace(/\/+$/, '');
	return webAddress(url) === undefined ? answer : url;
}

/** Undefined if the address is no shop's, so that it is asked again. */
async function askKey(asking: Asking, url: string): Promise<string | undefined> {
	const { terminal, current } = asking;
	const known = current('MARKETPLACE_API_KEY');
	const prompt = `4/5 Shop API key (hidden): in the shop,
 workspace settings → API key${known === undefined ? '' : `\n${keeps}`}\n > `;
	for (;;) {
		const key = bare(await terminal.askHidden(prompt)) || known || '';
		const fault = key === '' ? 'nothing was pasted' : faultOf('MARKETPLACE_API_KEY', key);
		if (fault !== undefined) {
			terminal.remark('no', key === '' ? fault : `it ${fault}`);
			continue;
		}
		const given = { MARKETPLACE_URL: url, MARKETPLACE_API_KEY: key };
		const answer = await open(given, shopVariables, (opened) => look(opened.shop()));
		terminal.remark(answer.isGood ? 'ok' : 'no', answer.text);
		if (answer.isGood) return key;
		if (answer.isElsewhere) return undefined;
	}
}

interface Look {
	readonly isGood: boolean;
	/** The address is no shop's. */
	readonly isElsewhere?: boolean;
	readonly text: string;
}

async function look(client: Pick<MarketplaceClient, 'accountDetails' | 'allItems'>): Promise<Look> {
	const account = await client.accountDetails();
	if (!account.ok) return refusal(account.failure);
	const name = oneLine(account.value.username);
	const items = await client.allItems();
	if (items.ok && items.value.items.length > 0) {
		const count = items.value.items.length;
		return { isGood: true, text: `${name}, ${count} ${count === 1 ? 'item' : 'items'}` };
	}
	if (items.ok || items.failure.kind === 'no-items') {
		return { isGood: false, text: 'this account has nothing for sale. Use the author’s key.' };
	}
	// The key is valid, and a list may be long: the bot loads it again at its start.
	return { isGood: true, text: `${name}; its items didn’t load this time` };
}

function refusal(failure: MarketplaceFailure): Look {
	const { kind } = failure;
	if (kind === 'bad-key') return { isGood: false, text: 'the shop rejected this key' };
	if (kind === 'rate-limited') {
		return { isGood: false, text: 'the shop got too many requests. Wait a minute, then try again.' };
	}
	if (kind === 'blocked') return { isGood: false, isElsewhere: true, text: failure.reason };
	return { isGood: false, isElsewhere: true, text: 'nothing responds there' };
}

/**
 * The origin that the address redirects to, or undefined if it responds itself, with any status. Sends no key. Rejects if
 * nothing responds.
 */
async function redirectOf(url: string): Promise<string | undefined> {
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
