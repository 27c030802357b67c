import { ApplicationCommandOptionType } from 'discord.js';
import { holdsCode } from '../src/claims/scrub-codes.js';
import type { ChatInput } from '../src/discord/command.js';
import { type Asked, replyLater } from '../src/discord/handler.js';
import { type SlashHandler, slashCommands } from '../src/discord/slash-command.js';
import { type CommandPath, commandText } from '../src/i18n/command-text.js';
import { type MessageView, textView } from '../src/views/message.js';
import { policyView } from '../src/views/policy-view.js';
import { setupConfirmView } from '../src/views/setup-confirm-view.js';
import {
	licenceIsCodeView,
	longestKey,
	ruleOutcomeView,
	setupRulesView,
} from '../src/views/setup-rules-view.js';
import { refusalText, setupView } from '../src/views/setup-view.js';
import { chooserOf, type SetupServices } from './setup-services.js';
import { findSubject, spelledAs, suggestedSubjects } from './setup-subject.js';

/** The settings take no more; a code for more would be one for everybody. */
const mostSeats = 50;

const role = {
	type: ApplicationCommandOptionType.Role,
	...commandText('setup.role'),
	required: true,
} as const;

/** An option whose values are suggested while typing. */
const suggested = (path: CommandPath) =>
	({
		type: ApplicationCommandOptionType.String as const,
		...commandText(path),
		required: true,
		autocomplete: true as const,
		max_length: longestKey,
	}) as const;

const members = {
	type: ApplicationCommandOptionType.Integer,
	...commandText('setup.seats.members'),
	required: true,
	min_value: 1,
	max_value: mostSeats,
} as const;

/** Gives a role to what one of the suggested options names. */
const rule: SlashHandler<SetupServices> = {
	access: 'manager',
	answer: (asked, services) => replyLater(() => setRule(asked, services)),
	suggest: suggestedSubjects,
};

/** `/setup`: what a server's managers choose for it. */
export const setup = slashCommands('setup', 'manager', {
	server: {
		access: 'manager',
		answer: ({ interaction, t }, { setup }: SetupServices) =>
			replyLater(async () => setupView(t, await setup.overview(interaction.guildId))),
	},
	item: { ...rule, options: [suggested('setup.item.item'), role] },
	category: { ...rule, options: [suggested('setup.category.category'), role] },
	license: { ...rule, options: [suggested('setup.license.license'), role] },
	roles: {
		access: 'manager',
		answer: ({ interaction, t }, { setup, catalogue }) =>
			replyLater(async () => {
				const overview = await setup.overview(interaction.guildId);
				return setupRulesView(t, overview, 0, (id) => catalogue.get(id)?.name);
			}),
	},
	policy: {
		access: 'home-manager',
		answer: ({ interaction, t }, { setup }) =>
			replyLater(async () => policyView(t, await setup.policy(interaction.guildId))),
	},
	seats: {
		access: 'home-manager',
		options: [suggested('setup.license.license'), members],
		answer: (asked, services) => replyLater(() => chooseSeats(asked, services)),
		suggest: suggestedSubjects,
	},
});

/** How many may share a code; 1 takes it back to the usual. */
async function chooseSeats(
	{ interaction, t }: Asked<ChatInput>,
	{ setup, licenceTypes }: SetupServices,
): Promise<MessageView> {
	const typed = interaction.options.getString('license', true).trim();
	const known = spelledAs(typed, licenceTypes());
	if (known === undefined && holdsCode(typed)) return licenceIsCodeView(t);
	const licenseType = known ?? typed;
	const seats = interaction.options.getInteger('members', true);
	const outcome = await setup.choose(chooserOf(interaction), { what: 'seats', licenseType, seats });
	const refusal = refusalText(t, outcome);
	return refusal === '' ? policyView(t, await setup.policy(interaction.guildId)) : textView(refusal);
}

async function setRule(asked: Asked<ChatInput>, services: SetupServices): Promise<MessageView> {
	const { interaction, t } = asked;
	const { setup, catalogue } = services;
	const found = await findSubject(asked, services);
	if ('view' in found) return found.view;
	const { subject, isUnseen } = found;
	const roleId = interaction.options.getRole('role', true).id;
	const outcome = await setup.choose(chooserOf(interaction), { what: 'rule', subject, roleId });
	if (outcome.kind === 'to-confirm') return setupConfirmView(t, outcome);
	const overview = await setup.overview(interaction.guildId);
	const names = (id: number) => catalogue.get(id)?.name;
	return ruleOutcomeView(t, outcome, { subject, roleId, isUnseen }, overview, names);
}
