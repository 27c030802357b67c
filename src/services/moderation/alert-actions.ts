import type { Servers } from '../../floors.js';
import { noteAccount } from '../../marketplace/key-check.js';

/** Blocked roles are tried first: the check of all members that follows may take longer than an answer can wait. */
const patienceMs = 10_000;

/** The actions below an alert. They reject with the store's and Discord's errors. */
export function alertActions(floor: Servers) {
	const { alerts, account, keyCheck, limits, reconciler, served, store, clock, logger } = floor;
	return {
		/** Checks the server's roles again. @returns true if nothing blocks them any more */
		async checkRoles(guildId: string): Promise<boolean> {
			const checked = reconciler.guildChanged(guildId);
			checked.catch((err: unknown) => logger.error({ err, guildId }, 'A check of the roles failed'));
			await Promise.race([checked, clock.delay(patienceMs)]);
			return !alerts.isLastingIn(guildId, 'roles-blocked');
		},

		/**
		 * Accepts the key's account as the right one, although the purchases were made with another: codes unknown to it
		 * become invalid. Only an operator may decide that, and only about the account that was shown.
		 */
		async acceptAccount(userId: string, isShown: (username: string) => boolean) {
			if (!(await account.operatorIds()).includes(userId)) return 'operatorOnly';
			const answer = await keyCheck.recent();
			if (!answer.ok || !isShown(answer.value.username)) return 'stillThere';
			await noteAccount(store, answer.value);
			await alerts.solve(undefined, 'other-account');
			return 'accepted';
		},

		/** Allows the same number of purchases again to become invalid today. */
		async goOnRevoking(): Promise<void> {
			await Promise.all([limits.clear('revocation', 'all'), limits.clear('revocation-alert', 'all')]);
			await alerts.solve(undefined, 'revoking-stopped');
		},

		/** Acknowledges the alert: no more purchases become invalid today. */
		stayStopped: () => alerts.solve(undefined, 'revoking-stopped'),

		async leave(guildId: string): Promise<'left' | 'served'> {
			// It may have been added to the list since.
			if (served.serves(guildId)) return 'served';
			await account.leave(guildId);
			await alerts.solve(undefined, `unserved:${guildId}`);
			return 'left';
		},
	};
}
