import type { Clock } from '../base/clock.js';
import type { BotAccount } from '../guilds/bot-account.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import { knownPartOf } from '../marketplace/account-guard.js';
import type { KeyCheck } from '../marketplace/key-check.js';
import { noteAccount } from '../marketplace/pinned-account.js';
import type { Alerts } from '../notifications/alerts.js';
import { createRevocationBudget } from '../refunds/revocation-budget.js';
import type { Reconciler } from '../roles/reconciler.js';
import type { ValueStore } from '../storage/update.js';

export interface AlertActionsParts {
	readonly alerts: Pick<Alerts, 'solve' | 'isLastingIn'>;
	readonly store: ValueStore;
	readonly served: Pick<ServedGuilds, 'serves'>;
	readonly discord: BotAccount;
	readonly keyCheck: Pick<KeyCheck, 'recent'>;
	readonly reconciler: Pick<Reconciler, 'guildChanged'>;
	readonly clock: Pick<Clock, 'now'>;
}

const dayMs = 86_400_000;

/** What people can do about an alert where they read it. Rejects as the store and Discord do. */
export class AlertActions {
	readonly #parts: AlertActionsParts;

	constructor(parts: AlertActionsParts) {
		this.#parts = parts;
	}

	/** Looks at the server's roles again. Resolves to whether nothing is in the way any more. */
	async checkRoles(guildId: string): Promise<boolean> {
		await this.#parts.reconciler.guildChanged(guildId);
		return !this.#parts.alerts.isLastingIn(guildId, 'roles-blocked');
	}

	/**
	 * The account of the key is the right one, although the purchases were made with another: codes that it does not
	 * know become invalid. Only whoever runs the bot decides that, and only about the account that was shown.
	 */
	async acceptAccount(
		userId: string,
		isShown: (username: string) => boolean,
	): Promise<'accepted' | 'operator-only' | 'changed'> {
		const { discord, keyCheck, store, alerts } = this.#parts;
		if (!(await discord.isOperator(userId))) return 'operator-only';
		const answer = await keyCheck.recent();
		if (!answer.ok || !isShown(answer.value.username)) return 'changed';
		await noteAccount(store, knownPartOf(answer.value));
		await alerts.solve(undefined, 'other-account');
		return 'accepted';
	}

	/** As many purchases again may become invalid today. */
	async goOnRevoking(): Promise<void> {
		const { store, alerts, clock } = this.#parts;
		await createRevocationBudget(store).refill(Math.floor(clock.now() / dayMs));
		await alerts.solve(undefined, 'revoking-stopped');
	}

	/** A person has seen it: nothing more becomes invalid today. */
	async stayStopped(): Promise<void> {
		await this.#parts.alerts.solve(undefined, 'revoking-stopped');
	}

	async leave(guildId: string): Promise<'left' | 'served'> {
		const { served, discord, alerts } = this.#parts;
		// It may have been put on the list since.
		if (served.serves(guildId)) return 'served';
		await discord.leave(guildId);
		await alerts.solve(undefined, `unserved:${guildId}`);
		return 'left';
	}
}
