import type { Logger } from '../base/logger.js';
import type { Accounts, KeyProblem } from '../marketplace/key-check.js';
import type { Alerts } from './alerts.js';

/** Logs problems that only operators can solve, and raises alerts for operators. */
export function createOperatorReport(parts: {
	readonly alerts: Alerts;
	/** Alerts about the store, kept outside it. */
	readonly storeAlerts: Alerts;
	readonly waitingForShop: () => number;
	readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}) {
	const { alerts, storeAlerts, waitingForShop, logger } = parts;
	let isIntentRefused = false;
	return {
		/** The members intent is refused by Discord, or granted (or not wanted any more). */
		membersIntent(isGranted: boolean): void {
			if (isGranted) {
				if (isIntentRefused) logger.info('Discord grants Server Members Intent again');
				void alerts.solve(undefined, 'members-intent');
			} else {
				const hint = 'Turn it on, or apply for it, on the application’s Bot page';
				if (!isIntentRefused)
					logger.warn({ hint }, 'Discord refuses Server Members Intent. Going on without it');
				void alerts.raise(undefined, { kind: 'members-intent' });
			}
			isIntentRefused = !isGranted;
		},

		keyProblem(problem: KeyProblem, accounts: Accounts = { known: '', seen: '' }): void {
			if (problem === 'other-account') {
				const hint = 'If that is right, run `npm run claims -- confirm-account`';
				logger.error({ ...accounts, hint }, 'MARKETPLACE_API_KEY belongs to another account than before');
				void alerts.raise(undefined, { kind: 'other-account', ...accounts });
				return;
			}
			logger.error({ problem }, 'The shop rejected MARKETPLACE_API_KEY as an author’s key');
			void alerts.raise(undefined, { kind: 'bad-key', problem });
		},

		/** The key is an author's, and its account owns the claims. */
		keyGood(): void {
			void alerts.solve(undefined, 'bad-key');
			void alerts.solve(undefined, 'other-account');
		},

		/** `since`: milliseconds since the epoch. */
		outage(dependency: 'database' | 'shop', { since, reason }: { since: number; reason: string }): void {
			if (dependency === 'shop')
				void alerts.raise(undefined, { kind: 'shop-down', since, waiting: waitingForShop(), reason });
			else void storeAlerts.raise(undefined, { kind: 'store-down', since, reason });
		},

		outageOver(dependency: 'database' | 'shop'): void {
			if (dependency === 'shop') void alerts.solve(undefined, 'shop-down');
			else void storeAlerts.solve(undefined, 'store-down');
		},

		clockOff(minutes: number): void {
			const message = 'The clock of this machine is off: nothing is revoked, no kept seat is freed';
			logger.error({ minutes }, message);
			void alerts.raise(undefined, { kind: 'clock-off', minutes });
		},

		clockRight(): void {
			logger.info('The clock of this machine is right again');
			void alerts.solve(undefined, 'clock-off');
		},

		/** `key`: of the unreadable row. */
		damaged(key: string): void {
			logger.error({ key }, 'A purchase cannot be read. Skipping it');
			void alerts.raise(undefined, { kind: 'damaged' });
		},
	};
}
