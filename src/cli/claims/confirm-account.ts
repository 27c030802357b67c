import { connectMarketplace } from '../../composition/create-marketplace.js';
import { readSettings } from '../../config.js';
import { isSameAccount, noteAccount, readAccount } from '../../marketplace/account-guard.js';
import type { MarketplaceResult } from '../../marketplace/result.js';
import type { Account } from '../../marketplace/schemas.js';
import { exitCodes } from './program.js';
import { confirms, type Session, say, withStore } from './session.js';

/** `confirm-account`: accepts the key's account, although the claims were made with another. */
export async function runConfirmAccount(session: Session, isSure: boolean): Promise<number> {
	const answer = await accountOfKey(session);
	if (!answer.ok) {
		say(session, `The shop did not return the account: ${answer.failure.kind}`);
		return answer.failure.kind === 'bad-key' ? exitCodes.config : exitCodes.unavailable;
	}
	const account = answer.value;
	return await withStore(session, 'Looked at', async (store) => {
		const known = await readAccount(store);
		if (known !== undefined && isSameAccount(known, account)) {
			say(session, `The claims belong to ${known.username} already, as the key does`);
			return exitCodes.ok;
		}
		say(session, `The claims were made with the account ${known?.username ?? '(none recorded)'}`);
		say(session, `MARKETPLACE_API_KEY belongs to the account ${account.username}`);
		say(
			session,
			'Codes that this account does not recognize become invalid, and their claims will be revoked',
		);
		if (!(await confirms(session, `Check codes with ${account.username}?`, isSure)))
			return exitCodes.findings;
		await noteAccount(store, account);
		say(session, `Confirmed: ${account.username}. A bot that runs goes on by itself`);
		return exitCodes.ok;
	});
}

async function accountOfKey({ environment }: Session): Promise<MarketplaceResult<Account>> {
	const settings = readSettings(environment, [
		'MARKETPLACE_URL',
		'MARKETPLACE_API_KEY',
		'MARKETPLACE_BODY',
		'MARKETPLACE_LIST_LIMIT_MIB',
		'MARKETPLACE_PER_MINUTE',
	]);
	const client = connectMarketplace(settings);
	try {
		return await client.accountDetails();
	} finally {
		await client.close();
	}
}
