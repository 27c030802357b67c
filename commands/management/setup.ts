import { ApplicationCommandOptionType } from 'discord.js';
import { type Asked, privately } from '../../src/discord/interactions/handler.js';
import { type SlashHandler, slashCommands } from '../../src/discord/interactions/slash-command.js';
import { type CommandPath, commandText } from '../../src/i18n/command-text.js';
import type { SetupPage } from '../../src/views/custom-ids/setup-ids.js';
import type { MessageView } from '../../src/views/kit/message.js';
import { maxKeyLength, ruleSavedView } from '../../src/views/management/setup-rules-view.js';
import { choose, itemNames, pageOfSetup } from './setup-pages.js';
import { chooseSeats, maxSeats } from './setup-policy.js';
import { findSubject, suggestedSubjects } from './setup-rule-subject.js';
import type { SetupServices } from './setup-services.js';

const role = {
	type: ApplicationCommandOptionType.Role,
	...commandText('setup.role'),
	required: true,
} as const;

/** An option with autocomplete. */
const suggested = (path: CommandPath) =>
	({
		type: ApplicationCommandOptionType.String as const,
		...commandText(path),
		required: true,
		autocomplete: true as const,
		max_length: maxKeyLength,
	}) as const;

const members = {
	type: ApplicationCommandOptionType.Integer,
	...commandText('setup.seats.members'),
	required: true,
	min_value: 1,
	max_value: maxSeats,
} as const;

/** Sets a role for the item, category or licence type named in the option. */
const rule: SlashHandler<SetupServices> = {
	access: 'manager',
	answer: (asked, services) => privately(() => setRule(asked, services)),
	suggest: suggestedSubjects,
};

/** Shows a page of the settings. */
const opens = (page: SetupPage | 'main'): SlashHandler<SetupServices> => ({
	access: 'manager',
	answer: (asked, services) => privately(() => pageOfSetup(asked, services, page)),
});

/** `/setup`: a server's settings, for its managers. */
export const setup = slashCommands('setup', 'manager', {
	server: opens('main'),
	item: { ...rule, options: [suggested('setup.item.item'), role] },
	category: { ...rule, options: [suggested('setup.category.category'), role] },
	license: { ...rule, options: [suggested('setup.license.license'), role] },
	links: opens('links'),
	roles: opens('rules'),
	policy: opens('policy'),
	seats: {
		access: 'manager',
		options: [suggested('setup.license.license'), members],
		answer: (asked, services) =>
			privately(() => {
				const { fields } = asked;
				const typed = fields.text('license');
				return chooseSeats(asked, services, typed, fields.number('members'));
			}),
		suggest: suggestedSubjects,
	},
});

async function setRule(asked: Asked, services: SetupServices): Promise<MessageView> {
	const { t } = asked;
	const found = await findSubject(asked, services);
	if ('view' in found) return found.view;
	const { subject, isUnseen } = found;
	const roleId = asked.fields.text('role');
	const next = async () => {
		const overview = await services.setup.overview(asked.guildId);
		return ruleSavedView(t, { subject, roleId, isUnseen }, overview, itemNames(services));
	};
	return await choose(asked, services, { what: 'rule', subject, roleId }, { next });
}
