import type { Servers } from '../../floors.js';
import { noteAccount } from '../../marketplace/key-check.js';

/** The actions below an alert. Rejects with the store's and Discord's errors. */
export class AlertActions {
	readonly #floor: Servers;

	constructor(floor: Servers) {
		this.#floor = floor;
	}

	/**
	 * Checks the server's roles again.
	 * @returns true if nothing blocks them any more
	 */
	async checkRoles(guildId: string): Promise<boolean> {
		await this.#floor.reconciler.guildChanged(guildId);
		return !this.#floor.alerts.isLastingIn(guildId, 'roles-blocked');
	}

	/**
	 * Accepts the key's account as the right one, although the purchases were made with another: codes unknown to it
	 * become invalid. Only an operator may decide that, and only about the account that was shown.
	 */
	async acceptAccount(
		userId: string,
		isShown: (username: string) => boolean,
	): Promise<'accepted' | 'operatorOnly' | 'stillThere'> {
		const { account, keyCheck, store, alerts } = this.#floor;
		if (!(await account.operatorIds()).includes(userId)) return 'operatorOnly';
		const answer = await keyCheck.recent();
		if (!answer.ok || !isShown(answer.value.username)) return 'stillThere';
		await noteAccount(store, answer.value);
		await alerts.solve(undefined, 'other-account');
		return 'accepted';
	}

	/** Allows the same number of purchases again to become invalid today. */
	async goOnRevoking(): Promise<void> {
		const { limits, alerts } = this.#floor;
		await Promise.all([limits.clear('revocation', 'all'), limits.clear('revocation-alert', 'all')]);
		await alerts.solve(undefined, 'revoking-stopped');
	}

	/** Acknowledges the alert: no more purchases become invalid today. */
	async stayStopped(): Promise<void> {
		await this.#floor.alerts.solve(undefined, 'revoking-stopped');
	}

	async leave(guildId: string): Promise<'left' | 'served'> {
		const { served, account, alerts } = this.#floor;
		// It may have been added to the list since.
		if (served.serves(guildId)) return 'served';
		await account.leave(guildId);
		await alerts.solve(undefined, `unserved:${guildId}`);
		return 'left';
	}
}
