import { Events } from 'discord.js';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { loginClient, startDiscord } from '../../../packages/local-discord/test/real-client.js';
import { systemClock } from '../../../src/base/clock.js';
import { Answering } from '../../../src/discord/interactions/answering.js';
import { Dispatcher } from '../../../src/discord/interactions/dispatcher.js';
import { privately } from '../../../src/discord/interactions/handler.js';
import { slashCommand } from '../../../src/discord/interactions/slash-command.js';
import { inCode } from '../../../src/i18n/translator.js';
import { noMetrics } from '../../../src/operations/no-metrics.js';
import { textView } from '../../../src/ui/message.js';
import { noStaffRoles, noWaitingNotices } from './asking.js';

/** `/stats` of this test takes time to answer. Logs its steps in order. */
async function setUp() {
	const happened: string[] = [];
	const discord = await startDiscord();
	const guild = discord.createGuild({ name: 'Aurora Support' });
	const client = await loginClient(discord);
	const command = slashCommand('stats', {
		access: 'everyone',
		options: [],
		answer: () =>
			privately(async () => {
				happened.push('work begins');
				return textView('Done');
			}),
	});
	const dispatcher = new Dispatcher({
		links: { known: () => ({}) },
		commands: [command],
		userCommands: [],
		components: [],
		answering: new Answering({
			services: undefined,
			access: noStaffRoles,
			mentionIn: () => inCode,
			waiting: noWaitingNotices,
			clock: { delay: async () => {} },
		}),
		logger: pino({ level: 'silent' }),
		served: { ids: [], serves: () => true, isServedByAnother: () => false },
		unserved: { note: () => {} },
		duplicateAlarm: { note: () => {} },
		inFlight: new Set(),
		references: { issue: async () => 'KQT-WDR' },
		metrics: {
			...noMetrics,
			interactions: { inc: ({ result }: { result: string }) => happened.push(result) },
		},
		calling: {
			rest: {
				post: async (_, { body } = {}) => void happened.push(`POST type ${Object(body).type}`),
				patch: async () => void happened.push('PATCH'),
			},
			queue: { send: (_kind, _until, send) => send() },
			clock: systemClock,
		},
		clock: systemClock,
	});
	await client.application.commands.set([command.data]);
	const member = discord.person(guild, { name: 'Noor' });
	const handled = new Promise<void>((resolve) =>
		client.on(Events.InteractionCreate, (interaction) => {
			dispatcher.handle(interaction);
			happened.push('handled');
			resolve();
		}),
	);
	member.chatInput('stats');
	await handled;
	return { happened, dispatcher };
}

describe('an interaction whose answer takes time', () => {
	it('is acknowledged before its event handler returns, and worked on afterwards', async () => {
		const { happened, dispatcher } = await setUp();
		expect(happened).toEqual(['POST type 5', 'handled']);
		await dispatcher.drain();
		expect(happened.slice(2)).toEqual(['work begins', 'PATCH', 'ok']);
	});
});
