import {
	ButtonStyle,
	ComponentType,
	Events,
	type Interaction,
	InteractionResponseType,
	MessageFlags,
	Routes,
	TextInputStyle,
} from 'discord.js';
import { smokeCommand } from './ask-commands.js';
import { ask, type Finding, outcomeOf } from './finding.js';
import type { Place } from './place.js';

const patienceMs = 10 * 60 * 1000;
const openForm = 'smoke:form';

/** Asks a person to do something. */
type Ask = (todo: string) => void;

/**
 * Tests replies to a person, who types a command, presses a button and submits a form. Ends early if no person does.
 */
export async function* askInteractions(place: Place, asked: Ask): AsyncGenerator<Finding> {
	const typed = heard(place, (it) => it.isChatInputCommand() && it.commandName === smokeCommand.name);
	asked(`On a phone, type /${smokeCommand.name} in the channel of the test.`);
	const command = await typed;
	if (command === undefined) {
		yield {
			question: `Somebody types /${smokeCommand.name}`,
			expected: 'yes',
			found: 'nobody within 10 minutes',
		};
		return;
	}
	yield* askDeferred(place, command);

	const pressed = heard(place, (it) => it.isButton() && it.customId === openForm);
	asked('Press “Open the form” below the answer.');
	const button = await pressed;
	if (button === undefined) return;
	const sent = heard(place, (it) => it.isModalSubmit());
	yield await ask(
		'A form with a text, an input and a role select, each under its label',
		'accepted',
		open(place, button, 'first'),
	);
	asked('Send the form as it is.');
	const submitted = await sent;
	if (submitted === undefined) return;
	yield await ask('A message as the answer to a form', 'accepted', thank(place, submitted));
	yield* askPhone(place, asked);
}

/** https://github.com/discord/discord-api-docs/issues/7554: the bot gives a changed form another custom_id. */
async function* askPhone(place: Place, asked: Ask): AsyncGenerator<Finding> {
	const pressed = heard(place, (it) => it.isButton() && it.customId === openForm);
	asked('Press “Open the form” again, on the same phone.');
	const button = await pressed;
	if (button === undefined) return;
	const sent = heard(place, (it) => it.isModalSubmit());
	await open(place, button, 'second');
	asked('Send the form as it is, again.');
	const submitted = await sent;
	if (!submitted?.isModalSubmit()) return;
	await thank(place, submitted);
	const words = submitted.fields.getTextInputValue('words');
	yield {
		question: 'A prefilled form on a phone, opened again with another value under its custom_id, sends',
		expected: 'the first value',
		found: words === 'first' ? 'the first value' : words === 'second' ? 'the new value' : 'something else',
	};
}

function open(place: Place, button: Interaction, value: string): Promise<unknown> {
	return callback(place, button, { type: InteractionResponseType.Modal, data: formWith(value) });
}

function thank(place: Place, submitted: Interaction): Promise<unknown> {
	const data = { content: 'Thank you.', flags: MessageFlags.Ephemeral };
	return callback(place, submitted, { type: InteractionResponseType.ChannelMessageWithSource, data });
}

async function* askDeferred(place: Place, command: Interaction): AsyncGenerator<Finding> {
	const type = InteractionResponseType.DeferredChannelMessageWithSource;
	const defer = (flags: number) => outcomeOf(callback(place, command, { type, data: { flags } }));
	// Comes first, since it must arrive within 3 seconds.
	const withMore = await defer(MessageFlags.Ephemeral | MessageFlags.IsComponentsV2);
	if (withMore !== 'accepted') await defer(MessageFlags.Ephemeral);
	yield { question: 'Deferring with a flag that means nothing there', expected: 'accepted', found: withMore };
	yield {
		question: 'Deferring a second time',
		expected: 'refused 40060',
		found: await defer(MessageFlags.Ephemeral),
	};
	const edit = (body: unknown) =>
		outcomeOf(
			place.rest.patch(Routes.webhookMessage(place.applicationId, command.token), { body, auth: false }),
		);
	yield {
		question: 'Components V2 as the answer after deferring',
		expected: 'accepted',
		found: await edit(answer),
	};
	yield {
		question: 'Plain content in place of Components V2',
		expected: 'refused 50035 MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
		found: await edit({ content: 'Smoke' }),
	};
	yield await ask(
		'An answer to an interaction that does not exist',
		'refused 10062',
		callback(place, { id: '100000000000000000', token: 'unknown' }, { type }),
	);
}

const answer = {
	flags: MessageFlags.IsComponentsV2,
	components: [
		{
			type: ComponentType.Container,
			accent_color: 0x57f287,
			components: [
				{
					type: ComponentType.TextDisplay,
					content: '### ✅ Purchase verified\nThis is how an answer looks.',
				},
				{ type: ComponentType.Separator, divider: true, spacing: 1 },
				{ type: ComponentType.TextDisplay, content: '-# Reference KQT-WRN' },
			],
		},
		{
			type: ComponentType.ActionRow,
			components: [
				{
					type: ComponentType.Button,
					style: ButtonStyle.Primary,
					label: 'Open the form',
					custom_id: openForm,
				},
			],
		},
	],
};

const formWith = (value: string) => ({
	title: 'Smoke',
	custom_id: 'smoke:sent',
	components: [
		{ type: ComponentType.TextDisplay, content: 'Nothing has to be filled in.' },
		{
			type: ComponentType.Label,
			label: 'Words',
			component: {
				type: ComponentType.TextInput,
				custom_id: 'words',
				style: TextInputStyle.Short,
				required: false,
				value,
			},
		},
		{
			type: ComponentType.Label,
			label: 'Role',
			component: { type: ComponentType.RoleSelect, custom_id: 'role', min_values: 0, required: false },
		},
	],
});

function callback({ rest }: Place, { id, token }: Pick<Interaction, 'id' | 'token'>, body: unknown) {
	return rest.post(Routes.interactionCallback(id, token), { body, auth: false });
}

/** The next matching interaction; undefined if none comes in time. */
function heard(
	{ client }: Place,
	fits: (interaction: Interaction) => boolean,
): Promise<Interaction | undefined> {
	return new Promise((resolve) => {
		const end = (found: Interaction | undefined) => {
			client.off(Events.InteractionCreate, listen);
			clearTimeout(timer);
			resolve(found);
		};
		const listen = (interaction: Interaction) => {
			if (fits(interaction)) end(interaction);
		};
		const timer = setTimeout(end, patienceMs, undefined);
		client.on(Events.InteractionCreate, listen);
	});
}
