import type { Logger } from '../base/logger.js';
import type { KeyProblem } from '../marketplace/key-check.js';
import type { Alerts } from '../notifications/alerts.js';

/** User names of the marketplace: the one that the claims belong to, and the one of the key. */
export interface Accounts {
	readonly known: string;
	readonly seen: string;
}

/** Logs what only whoever runs the bot can mend, and alerts them at home. */
export function createOperatorReport({
	alerts,
	storeAlerts,
	waitingForShop,
	logger,
}: {
	readonly alerts: Pick<Alerts, 'raise' | 'solve'>;
	/** Those about the store, kept without it. */
	readonly storeAlerts: Pick<Alerts, 'raise' | 'solve'>;
	/** How many members wait for the shop to answer about their code. */
	readonly waitingForShop: () => number;
	readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}) {
	return {
		keyProblem(problem: KeyProblem, accounts: Accounts): void {
			if (problem === 'other-account') {
				const hint = 'If that is right, run `npm run claims -- confirm-account`';
				logger.error({ ...accounts, hint }, 'MARKETPLACE_API_KEY belongs to another account than before');
				void alerts.raise(undefined, { kind: 'other-account', ...accounts });
				return;
			}
			logger.error({ problem }, 'The marketplace does not accept MARKETPLACE_API_KEY as an author’s key');
			void alerts.raise(undefined, { kind: 'bad-key', problem });
		},

		/** The key is an author's and belongs to the account that the claims belong to. */
		keyGood(): void {
			void alerts.solve(undefined, 'bad-key');
			void alerts.solve(undefined, 'other-account');
		},

		/** `since`: milliseconds since the epoch. */
		outage(dependency: 'store' | 'shop', { since, reason }: { since: number; reason: string }): void {
			if (dependency === 'shop')
				void alerts.raise(undefined, { kind: 'shop-down', since, waiting: waitingForShop() });
			else void storeAlerts.raise(undefined, { kind: 'store-down', since, reason });
		},

		outageOver(dependency: 'store' | 'shop'): void {
			if (dependency === 'shop') void alerts.solve(undefined, 'shop-down');
			else void storeAlerts.solve(undefined, 'store-down');
		},

		/** By so many minutes, against Discord's. */
		clockOff(minutes: number): void {
			const message = 'The clock of this machine is off: nothing is revoked, no kept seat is freed';
			logger.error({ minutes }, message);
			void alerts.raise(undefined, { kind: 'clock-off', minutes });
		},

		clockRight(): void {
			logger.info('The clock of this machine is right again');
			void alerts.solve(undefined, 'clock-off');
		},

		answeredElsewhere(): void {
			logger.error(
				'Another bot with this token answers: if you did not start a second one, make a new token',
			);
			void alerts.raise(undefined, { kind: 'answered-elsewhere' });
		},

		/** `key`: of the row that can't be read. */
		damaged(key: string): void {
			logger.error({ key }, 'A claim cannot be read and is left out');
			void alerts.raise(undefined, { kind: 'damaged' });
		},

		/** The bot is in a server that it does not serve. */
		unserved(guildId: string, name: string): void {
			void alerts.raise(undefined, { kind: 'unserved', guildId, name });
		},

		/** It is not in that server any more, or serves it. */
		noLongerUnserved(guildId: string): void {
			void alerts.solve(undefined, `unserved:${guildId}`);
		},
	};
}
