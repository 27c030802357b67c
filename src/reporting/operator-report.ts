import type { Logger } from '../logger.js';
import type { KeyProblem } from '../marketplace/key-check.js';
import type { AuditEvent } from '../views/audit-view.js';

/** User names of the marketplace: the one that the claims belong to, and the one of the key. */
export interface Accounts {
	readonly known: string;
	readonly seen: string;
}

/** Logs what only whoever runs the bot can mend, and tells it in home's audit channel. */
export function createOperatorReport({
	tell,
	logger,
}: {
	readonly tell: (event: AuditEvent) => void;
	readonly logger: Pick<Logger, 'info' | 'error'>;
}) {
	return {
		keyProblem(problem: KeyProblem, accounts: Accounts): void {
			if (problem === 'other-account') {
				const hint = 'If that is right, run `npm run claims -- confirm-account`';
				logger.error({ ...accounts, hint }, 'MARKETPLACE_API_KEY belongs to another account than before');
				tell({ kind: 'other-account', ...accounts });
				return;
			}
			logger.error({ problem }, 'The marketplace does not accept MARKETPLACE_API_KEY as an author’s key');
			tell({ kind: 'bad-key' });
		},

		/** By so many minutes, against Discord's. */
		clockOff(minutes: number): void {
			const message = 'The clock of this machine is off: nothing is revoked, no kept seat is freed';
			logger.error({ minutes }, message);
			tell({ kind: 'clock-off', minutes });
		},

		clockRight(): void {
			logger.info('The clock of this machine is right again');
		},

		answeredElsewhere(): void {
			logger.error(
				'Another bot with this token answers: if you did not start a second one, make a new token',
			);
			tell({ kind: 'answered-elsewhere' });
		},
	};
}
