import type { Client } from 'discord.js';
import type { ApiWireOptions } from '../discord/api-wire.js';
import { type FatalReason, logSlower, watchForFatal } from '../discord/client.js';
import type { ClockGuard } from '../discord/clock-guard.js';
import { InteractionWire } from '../discord/interaction-calls.js';
import type { Refusals } from '../discord/refusals.js';
import { RoleCalls } from '../discord/role-calls.js';
import type { Logger } from '../logger.js';

/** The ways to Discord's API, with and without discord.js, and who is told of each answer. */
export function createWires(
	client: Client,
	parts: {
		readonly token: string;
		readonly refusals: Pick<Refusals, 'note'>;
		readonly clock: Pick<ClockGuard, 'note'>;
		readonly onFatal: (reason: FatalReason) => void;
		readonly logger: Logger;
		readonly now: () => number;
		readonly delay: (ms: number) => Promise<void>;
	},
) {
	const { token, refusals, clock, onFatal, logger, now, delay } = parts;
	const { rest } = client;
	const noteAnswer = (status: number, date: string | null): void => {
		refusals.note(status);
		clock.note(date);
	};
	rest.on('response', (_, { status, headers }) => noteAnswer(status, headers.get('date')));
	const noteWire: ApiWireOptions['onAnswer'] = ({ status, headers }) =>
		noteAnswer(status, String(headers['date']));
	const noteOwn = watchForFatal(client, onFatal);
	const interactions = new InteractionWire({ rest, onAnswer: noteWire, delay });
	const roleCalls = new RoleCalls({
		rest,
		token,
		onAnswer: (answer) => {
			noteWire(answer);
			noteOwn(answer);
		},
		onSlower: logSlower(logger),
		now,
		delay,
	});
	const close = (): Promise<unknown> => Promise.all([interactions.close(), roleCalls.close()]);
	return { interactions, roleCalls, close };
}
