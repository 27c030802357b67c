import type { Logger } from '../base/logger.js';
import { type AccountGuard, knownPartOf } from './account-guard.js';
import type { KeyCheck } from './key-check.js';

interface KeyParts {
	readonly keyCheck: Pick<KeyCheck, 'check'>;
	readonly accountGuard: Pick<AccountGuard, 'isOurs'>;
}

/** The marketplace doesn't accept the key. Detected before anything connects to Discord. */
export class KeyRefused extends Error {}

/**
 * Rejects with KeyRefused: a person has to fix a wrong key now. If the marketplace is down the bot starts without it
 * and logs that. Likewise if a key was good before: some shops return 401 while they restart, and a bot that exits then
 * stays down. Another author's key raises an alert: it isn't used for decisions until it is confirmed.
 * `wasGood`: resolves to true if the marketplace ever accepted a key of this bot.
 */
export async function refuseBadKey(
	{ keyCheck, accountGuard }: KeyParts,
	wasGood: () => Promise<boolean>,
	logger: Pick<Logger, 'warn'>,
): Promise<void> {
	const key = await keyCheck.check();
	if (key.ok) {
		await accountGuard.isOurs(knownPartOf(key.value));
		return;
	}
	if (key.failure.kind === 'bad-key' && !(await wasGood())) throw new KeyRefused();
	logger.warn({ failure: key.failure }, 'The shop did not confirm the API key. Starting anyway');
}

/** Checks the key behind all buyers, and the account if the key is good. Rejects as the store does. */
export async function lookAtKey({ keyCheck, accountGuard }: KeyParts): Promise<void> {
	const key = await keyCheck.check({ priority: 'background' });
	if (key.ok) await accountGuard.isOurs(knownPartOf(key.value));
}
