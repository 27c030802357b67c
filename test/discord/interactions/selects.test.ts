import { type APIMessageTopLevelComponent, ComponentType, Events } from 'discord.js';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { settingsView } from '../../../commands/setup/settings.js';
import { loginClient, startDiscord } from '../../../packages/local-discord/test/real-client.js';
import { systemClock } from '../../../src/base/clock.js';
import { Answering } from '../../../src/discord/interactions/answering.js';
import { Dispatcher } from '../../../src/discord/interactions/dispatcher.js';
import { type ComponentHandler, privately, publicly } from '../../../src/discord/interactions/handler.js';
import { type SlashCommand, slashCommand } from '../../../src/discord/interactions/slash-command.js';
import type { SetupOverview } from '../../../src/guilds/setup.js';
import { inCode, translatorFor } from '../../../src/i18n/translator.js';
import { noMetrics } from '../../../src/operations/no-metrics.js';
import { componentsView, textView } from '../../../src/ui/message.js';
import { outdatedComponentView } from '../../../src/ui/refusal.js';
import { sampleSettings } from '../../guilds/checkup/fake-guild.js';
import { shownText } from '../../ui/shown.js';
import { noStaffRoles, noWaitingNotices } from './asking.js';

const t = translatorFor('en-US');

const overview: SetupOverview = {
	settings: sampleSettings({ buyerRoleId: undefined }),
	findings: [],
};

/** A message with a select of each kind. */
function selects() {
	const views = [settingsView(t, 'buyer', overview), settingsView(t, 'audit', overview)];
	return componentsView(views.flatMap(({ components = [] }) => components.map(withoutButtons)));
}

/** The selects alone: both pages have the same button. */
function withoutButtons(component: APIMessageTopLevelComponent): APIMessageTopLevelComponent {
	if (component.type !== ComponentType.Container) return component;
	return { ...component, components: component.components.slice(0, -1) };
}

/** `/page` answers with a page that has role and channel selects; what the handlers are given ends up in `received`. */
async function setUp(kinds: readonly ('role-select' | 'channel-select')[]) {
	const discord = await startDiscord();
	const guild = discord.createGuild({ name: 'Aurora Support' });
	const received: unknown[] = [];
	const { data, handler } = slashCommand('stats', {
		access: 'everyone',
		answer: () => privately(selects()),
	});
	const page: SlashCommand<unknown> = {
		data: { ...data, name: 'page', options: [] },
		handler,
	};
	const components = kinds.map(
		(kind): ComponentHandler<unknown> => ({
			kind,
			name: 'setup-set',
			access: 'everyone',
			answer({ customId, values }) {
				received.push([kind, customId, values]);
				return publicly(async () => textView('It was received.'));
			},
		}),
	);
	const client = await loginClient(discord);
	const { rest } = client;
	const calling = {
		rest,
		queue: { send: <T>(_kind: unknown, _until: unknown, send: () => Promise<T>) => send() },
		clock: { now: () => 0, delay: async () => {} },
	};
	const dispatcher = new Dispatcher({
		links: { known: () => ({}) },
		commands: [page],
		userCommands: [],
		components,
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
		metrics: noMetrics,
		calling,
		clock: systemClock,
	});
	client.on(Events.InteractionCreate, (interaction) => dispatcher.handle(interaction));
	await client.application.commands.set([page.data]);
	const member = discord.person(guild, { name: 'Noor' });
	return { guild, member, received, message: await member.chatInput('page').answered() };
}

describe('a choice in one of Discord’s own selects', () => {
	it('of roles reaches the handler for roles, with the ids, and is answered on the page', async () => {
		const { guild, member, received, message } = await setUp(['role-select', 'channel-select']);
		const role = guild.addRole({ name: 'Buyer' });
		const answer = await member.selectMenu(message, 'cc1:setup-set:buyer', [role.id]).answered();
		expect(received).toEqual([['role-select', 'cc1:setup-set:buyer', [role.id]]]);
		expect(answer.id).toBe(message.id);
		expect(JSON.stringify(answer.components)).toContain('It was received.');
	});

	it('of channels reaches the handler for channels', async () => {
		const { guild, member, received, message } = await setUp(['role-select', 'channel-select']);
		const channel = guild.addChannel({ name: 'audit' });
		await member.selectMenu(message, 'cc1:setup-set:audit', [channel.id]).answered();
		expect(received).toEqual([['channel-select', 'cc1:setup-set:audit', [channel.id]]]);
	});

	it('that this version knows no handler for is answered with an explanation', async () => {
		const { guild, member, received, message } = await setUp(['channel-select']);
		const role = guild.addRole({ name: 'Buyer' });
		const answered = member.selectMenu(message, 'cc1:setup-set:buyer', [role.id]);
		expect(shownText(await answered.answered())).toBe(shownText(outdatedComponentView(t)));
		expect(received).toEqual([]);
	});
});
