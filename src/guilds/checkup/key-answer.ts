import { isSameAccount, readAccount } from '../../marketplace/account-guard.js';
import type { Catalog } from '../../marketplace/catalog.js';
import type { KeyCheck } from '../../marketplace/key-check.js';
import type { MarketplaceResult } from '../../marketplace/result.js';
import type { Account } from '../../marketplace/schemas.js';
import type { Store } from '../../storage/store.js';
import { keyStateOf } from './diagnosis.js';
import type { KeyAnswer, KeyProbe } from './findings.js';

/** The state of the API key according to its account, compared with the account of the stored claims. */
export async function keyAnswerOf(
	store: Pick<Store, 'get'> | undefined,
	account: MarketplaceResult<Account>,
	sellsNothing: boolean,
): Promise<KeyAnswer> {
	const noted = store === undefined ? undefined : await readAccount(store).catch(() => undefined);
	const isOther = account.ok && noted !== undefined && !isSameAccount(noted, account.value);
	const state = keyStateOf(account, sellsNothing, isOther);
	const reason = !account.ok && 'reason' in account.failure ? account.failure.reason : undefined;
	return { state, ...(reason !== undefined && { reason }) };
}

interface KnownMarket {
	readonly keyCheck: Pick<KeyCheck, 'recent'>;
	readonly catalog: Pick<Catalog, 'snapshot'>;
}

/** The API key according to the running bot. */
export class KnownKey implements KeyProbe {
	readonly #market: KnownMarket;
	readonly #store: Pick<Store, 'get'>;

	constructor(market: KnownMarket, store: Pick<Store, 'get'>) {
		this.#market = market;
		this.#store = store;
	}

	async look(): Promise<KeyAnswer> {
		const account = await this.#market.keyCheck.recent();
		const sellsNothing = this.#market.catalog.snapshot().state === 'empty';
		return await keyAnswerOf(this.#store, account, sellsNothing);
	}
}
