import { exitCodes } from '../../base/errors.js';
import { isSameAccount, noteAccount, readAccount } from '../../marketplace/key-check.js';
import { ProgramError } from '../program/run-program.js';
import type { Command } from './session.js';

export const confirmAccount: Command = {
	says: 'confirms that the key belongs to another marketplace account: codes are checked with it from then on. Reads MARKETPLACE_URL and MARKETPLACE_API_KEY too. Asks, or --yes',
	async run(session, { yes }) {
		const answer = await session.shop().accountDetails();
		if (!answer.ok) {
			const { kind } = answer.failure;
			const code = kind === 'bad-key' ? exitCodes.config : exitCodes.unavailable;
			throw new ProgramError(code, `The shop did not return the account: ${kind}`);
		}
		const account = answer.value;
		const store = await session.store();
		const known = await readAccount(store);
		if (known !== undefined && isSameAccount(known, account)) {
			session.say(`The claims belong to ${known.username} already, as the key does`);
			return exitCodes.ok;
		}
		session.say(`The claims were made with the account ${known?.username ?? '(none recorded)'}`);
		session.say(`MARKETPLACE_API_KEY belongs to the account ${account.username}`);
		session.say(
			'Codes that this account does not recognize become invalid, and their claims will be revoked',
		);
		if (!(await session.confirms(`Check codes with ${account.username}?`, yes))) return exitCodes.trouble;
		await noteAccount(store, account);
		session.say(`Confirmed: ${account.username}. A bot that runs goes on by itself`);
		return exitCodes.ok;
	},
};
