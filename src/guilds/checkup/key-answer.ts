import { isSameAccount, readAccount } from '../../marketplace/key-check.js';
import type { MarketplaceResult } from '../../marketplace/result.js';
import type { Account } from '../../marketplace/schemas.js';
import type { ListedStore } from '../../storage/store.js';
import type { KeyAnswer, KeyState } from './findings.js';

/**
 * The state of the API key according to its account, compared with the account of the stored claims.
 * @param store undefined if it can't be opened
 * @param sellsNothing true if the account is known to have no items
 */
export async function keyAnswerOf(
	store: ListedStore | undefined,
	account: MarketplaceResult<Account>,
	sellsNothing: boolean,
): Promise<KeyAnswer> {
	if (!account.ok) {
		const { failure } = account;
		const state = failure.kind === 'bad-key' ? 'refused' : 'unreachable';
		return { state, ...('reason' in failure && { reason: failure.reason }) };
	}
	const noted = store === undefined ? undefined : await readAccount(store).catch(() => undefined);
	const isOther = noted !== undefined && !isSameAccount(noted, account.value);
	const own: KeyState = sellsNothing ? 'sells-nothing' : 'good';
	return { state: isOther ? 'other-account' : own };
}
