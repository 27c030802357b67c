import { ConfigError, exitCodes } from '../../base/errors.js';
import { rotateSecret as rotate } from '../../claims/admin/rotate-secret.js';
import { ClaimKeys } from '../../claims/claim-keys.js';
import { refuseOtherFormat } from '../../claims/format.js';
import { type Environment, readSettings } from '../../config.js';
import { rowKinds } from '../../row-kinds.js';
import { UsageError } from '../program/run-program.js';
import { type Command, counted } from './session.js';

export const rotateSecret: Command = {
	says: 'moves every claim from CLAIM_SECRET to NEW_CLAIM_SECRET (or NEW_CLAIM_SECRET_FILE); can be killed and run again.',
	async run(session) {
		const from = new ClaimKeys(session.settings('DATABASE_URL', 'CLAIM_SECRET').CLAIM_SECRET);
		const to = new ClaimKeys(readNewSecret(session.environment));
		if (from.check === to.check) throw new UsageError('NEW_CLAIM_SECRET is the same as CLAIM_SECRET');
		const store = await session.store();
		await refuseOtherFormat(store);
		const mentions = rowKinds.flatMap(({ prefix, mentionsClaim }) => (mentionsClaim ? [prefix] : []));
		const moved = await rotate({ store, from, to, onProgress: session.progress('Moved'), mentions });
		session.say(`${counted(moved, 'claim')} moved. Now set CLAIM_SECRET to the new secret and start the bot`);
		return exitCodes.ok;
	},
};

/** The new secret, by CLAIM_SECRET's own rules. Throws ConfigError. */
function readNewSecret({ NEW_CLAIM_SECRET, NEW_CLAIM_SECRET_FILE }: Environment): string {
	const given = { CLAIM_SECRET: NEW_CLAIM_SECRET, CLAIM_SECRET_FILE: NEW_CLAIM_SECRET_FILE };
	try {
		return readSettings(given, ['CLAIM_SECRET']).CLAIM_SECRET;
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		const problems = error.problems.map((problem) =>
			problem
				.replaceAll('CLAIM_SECRET', 'NEW_CLAIM_SECRET')
				.replace(/Where to find it: .*/, 'Any text of 32 or more characters that no one can guess'),
		);
		throw new ConfigError(problems);
	}
}
