import type { Logger } from '../base/logger.js';
import { type AccountGuard, knownPartOf } from './account-guard.js';
import type { KeyCheck } from './key-check.js';

/** The marketplace does not accept the key. Found before anything connects to Discord. */
export class KeyRefused extends Error {}

/**
 * Rejects with KeyRefused: a person has to fix a wrong key, now. If the marketplace is down the bot starts without it
 * and says so. Likewise if a key was good before: some shops answer 401 while they restart, and a bot that ends then
 * stays down. Another author's key is an alert: nothing is decided with it until that is confirmed.
 * `wasGood`: whether the marketplace ever accepted a key of this bot.
 */
export async function refuseBadKey(
	{ keyCheck, accountGuard }: { readonly keyCheck: KeyCheck; readonly accountGuard: AccountGuard },
	wasGood: () => Promise<boolean>,
	logger: Pick<Logger, 'warn'>,
): Promise<void> {
	const key = await keyCheck.check();
	if (key.ok) {
		await accountGuard.isOurs(knownPartOf(key.value));
		return;
	}
	if (key.failure.kind === 'bad-key' && !(await wasGood())) throw new KeyRefused();
	logger.warn(
		{ failure: key.failure },
		'The marketplace could not be asked about the key: starting without it',
	);
}

/** Asks about the key behind all buyers, and about the account if it is good. Rejects as the store does. */
export async function lookAtKey({
	keyCheck,
	accountGuard,
}: {
	readonly keyCheck: KeyCheck;
	readonly accountGuard: AccountGuard;
}): Promise<void> {
	const key = await keyCheck.check({ priority: 'background' });
	if (key.ok) await accountGuard.isOurs(knownPartOf(key.value));
}
