import type { Logger } from '../logger.js';
import { type AccountGuard, knownPartOf } from './account-guard.js';
import type { KeyCheck } from './key-check.js';

/** The marketplace does not accept the key. Found before anything connects to Discord. */
export class KeyRefused extends Error {}

/**
 * Rejects with KeyRefused: a person has to fix a wrong key, now. A marketplace that is down is different: the bot
 * starts without it and says so. Another author's key is an alert: nothing is decided with it until that is
 * confirmed.
 */
export async function refuseBadKey(
	{ keyCheck, accountGuard }: { readonly keyCheck: KeyCheck; readonly accountGuard: AccountGuard },
	logger: Pick<Logger, 'warn'>,
): Promise<void> {
	const key = await keyCheck.check();
	if (key.ok) {
		await accountGuard.isOurs(knownPartOf(key.value));
		return;
	}
	if (key.failure.kind === 'bad-key') throw new KeyRefused();
	logger.warn(
		{ failure: key.failure },
		'The marketplace could not be asked about the key: starting without it',
	);
}
