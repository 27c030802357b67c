import { textOf } from '@claimcheck/local-discord/reading';
import { Events } from 'discord.js';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { settingsView } from '../../../commands/setup/settings.js';
import { codeForm } from '../../../commands/verify/verify.js';
import { loginClient, startDiscord } from '../../../packages/local-discord/test/real-client.js';
import { systemClock } from '../../../src/base/clock.js';
import { noMeasures } from '../../../src/base/measures.js';
import { createDispatcher, type DispatcherFloor } from '../../../src/discord/interactions/dispatcher.js';
import {
	type Answer,
	type ComponentHandler,
	onComponent,
	openForm,
	privately,
} from '../../../src/discord/interactions/handler.js';
import { slashCommand } from '../../../src/discord/interactions/slash-command.js';
import { inCode, translatorFor } from '../../../src/i18n/translator.js';
import { askForCode } from '../../../src/ui/entries.js';
import { button, buttons, page } from '../../../src/ui/page.js';
import { outdatedComponentView } from '../../../src/ui/refusal.js';
import { sampleSettings } from '../../servers/checkup/fake-guild.js';
import { textView } from '../../ui/text-view.js';
import { floor } from '../../world/floor.js';
import { noStaffRoles } from './asking.js';

const t = translatorFor('en-US');

/** A bot that knows `/stats` and these components, and a member who uses it. Logs its steps in order. */
async function setUp(
	answer: (happened: string[]) => Answer,
	components: readonly ComponentHandler<unknown>[],
) {
	const happened: string[] = [];
	const names: string[] = [];
	const discord = await startDiscord();
	const guild = discord.createGuild({ name: 'Aurora Support' });
	const client = await loginClient(discord);
	const command = slashCommand('stats', { access: 'everyone', options: [], answer: () => answer(happened) });
	const { rest } = client;
	const dispatcher = createDispatcher(
		floor<DispatcherFloor<unknown>>({
			staffRoles: noStaffRoles,
			notices: { hasFor: () => false },
			mentionIn: () => inCode,
			commands: [command],
			components,
			logger: pino({ level: 'silent' }),
			served: { ids: [], serves: () => true },
			metrics: {
				...noMeasures,
				interactions: {
					inc: ({ name, result }: { name: string; result: string }) => {
						names.push(name);
						happened.push(result);
					},
				},
			},
			calling: {
				rest: {
					queueRequest: async (request) => {
						const { method, body } = request;
						happened.push(method === 'POST' ? `POST type ${Object(body).type}` : method);
						return await rest.queueRequest(request);
					},
				},
				queue: { send: (_kind, _until, send) => send() },
				clock: systemClock,
			},
			clock: systemClock,
		}),
	);
	await client.application.commands.set([command.data]);
	const handled = new Promise<void>((resolve) =>
		client.on(Events.InteractionCreate, (interaction) => {
			dispatcher.handle(interaction);
			happened.push('handled');
			resolve();
		}),
	);
	const member = discord.person(guild, { name: 'Noor' });
	return { guild, member, happened, names, handled, dispatcher };
}

it('a slow answer is acknowledged before the event handler returns, and worked on afterwards', async () => {
	const { member, happened, handled, dispatcher } = await setUp(
		(log) =>
			privately(async () => {
				log.push('work begins');
				return textView('Done');
			}),
		[],
	);
	member.chatInput('stats');
	await handled;
	expect(happened).toEqual(['POST type 5', 'handled']);
	await dispatcher.drain();
	expect(happened.slice(2)).toEqual(['work begins', 'PATCH', 'ok']);
});

it('a choice in an unsupported kind of select gets an explanation', async () => {
	const handler: ComponentHandler<unknown> = {
		kind: 'channel-select',
		name: 'setup-set',
		access: 'everyone',
		answer: () => expect.unreachable('The handler of another kind of select'),
	};
	const overview = { settings: sampleSettings({ buyerRoleId: undefined }), findings: [] };
	const page = () => privately(settingsView(t, 'buyer', overview));
	const { guild, member } = await setUp(page, [handler]);
	const message = await member.chatInput('stats').answered();
	const role = guild.addRole({ name: 'Buyer' });
	const answered = member.selectMenu(message, 'cc1:setup-set:buyer', [role.id]);
	expect(textOf(await answered.answered())).toBe(textOf(outdatedComponentView(t)));
});

it('counts a form apart from the button that opens it', async () => {
	const opens = onComponent('button', askForCode, 'everyone', () => openForm(codeForm(t)));
	const sent = onComponent('modal', askForCode, 'everyone', () => privately(textView('Thanks')));
	const panel = page('info', buttons(button('Verify', askForCode.encode())));
	const { member, names, dispatcher } = await setUp(() => privately(panel), [opens, sent]);
	const message = await member.chatInput('stats').answered();
	const opened = member.press(message, 'Verify');
	await opened.modalOpened();
	await member.submitModal(opened, { code: 'mine' }).answered();
	await dispatcher.drain();
	expect(names).toEqual(['/stats', 'panel-verify', 'panel-verify (form)']);
});
