import type { FaultEffect } from '@claimcheck/local-discord';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import { noMeasures } from '../../src/base/measures.js';
import { gatherLines } from '../../src/base/time/log-lines.js';
import { logClientEvents } from '../../src/discord/connection/client.js';
import { Responses } from '../../src/discord/interactions/responses.js';
import { contentView, ephemeral } from '../../src/ui/message.js';
import { textView } from '../ui/text-view.js';
import { pinged } from './pinged.js';

const secretText = 'the text of the answer';

const failures: readonly [string, FaultEffect][] = [
	...[400, 401, 403, 404, 405, 413, 429, 500, 502, 503].map((status): [string, FaultEffect] => [
		`${status}`,
		{ kind: 'answer', status, body: { message: 'No', code: 0, retry_after: 0 } },
	]),
	['a page', { kind: 'answer', status: 403, body: '<html>No' }],
	['a page of Discord’s', { kind: 'answer', status: 429, body: '<html>No' }],
	['no JSON', { kind: 'answer', status: 400, body: '{', headers: { 'content-type': 'application/json' } }],
	['a ban', { kind: 'cloudflare-ban', seconds: 1_000 }],
	['a broken connection', { kind: 'reset' }],
	['a lost response', { kind: 'lose-answer' }],
];

it.each(failures)(
	'no interaction token and no message reaches a log at trace level: %s',
	async (_, effect) => {
		const { discord, client, calling, interaction } = await pinged();
		const lines: string[] = [];
		// pino's own serializer logs every field of an error, including those that the bot's logger would redact.
		const logger = pino(
			{ level: 'trace', serializers: pino.stdSerializers },
			{ write: (line) => void lines.push(line) },
		);
		logClientEvents(client, logger, systemClock);
		const failures = gatherLines(logger, systemClock);
		const parts = { ...calling, name: '/ping', logger, failures, metrics: noMeasures };
		const answered = new Responses(parts, interaction);
		await answered.defer('reply');
		discord.faults.add('*', effect);
		const files = [{ name: 'data.json', attachment: Buffer.from('{}') }];
		const sends: ((calls: Responses) => Promise<unknown>)[] = [
			(calls) => calls.defer('reply'),
			(calls) => calls.show('reply', textView(secretText)),
			() => answered.show('reply', { ...contentView(secretText), files }),
			(calls) => calls.followUp(ephemeral(textView(secretText))),
		];
		for (const send of sends) {
			// A new one each time, because `Responses` sends nothing after a lost response.
			const error = await send(new Responses(parts, interaction)).catch((thrown: unknown) => thrown);
			logger.error({ err: error }, `${String(error)}`);
			logger.trace({ error }, error instanceof Error ? error.stack : '');
		}
		expect(lines.length).toBeGreaterThanOrEqual(sends.length);
		expect(lines.join('\n')).not.toContain(interaction.token);
		expect(lines.join('\n')).not.toContain(secretText);
	},
);
