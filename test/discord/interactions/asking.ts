import type { AccessFacts } from '../../../src/discord/interactions/access.js';
import type { ComponentHandler } from '../../../src/discord/interactions/handler.js';
import { HandlerRunner } from '../../../src/discord/interactions/handler-runner.js';
import type { WaitingNotices } from '../../../src/discord/interactions/prepend-notices.js';
import type { SlashCommand, UserCommand } from '../../../src/discord/interactions/slash-command.js';
import { inCode } from '../../../src/i18n/translator.js';
import { customIdName } from '../../../src/views/custom-ids/custom-id.js';
import { FakeInteraction, type Given } from './fake-interaction.js';

// Runs handlers in tests as in production, access and deferral included.

/** Without staff roles. */
export const noStaffRoles: AccessFacts = {
	staffRoles: { makesStaff: async () => false },
};

/** Without notices for anyone. */
export const noWaitingNotices: WaitingNotices = {
	notices: { hasFor: () => false, takeFor: async () => [] },
	discord: { factsOf: () => undefined },
	links: { known: () => ({}) },
};

const answeringWith = <Services>(services: Services, access: AccessFacts) =>
	new HandlerRunner({
		services,
		access,
		mentionIn: () => inCode,
		waiting: noWaitingNotices,
		clock: { delay: () => new Promise(() => {}) },
	});

/** The answers to a command, in order. */
export async function askCommand<Services>(
	command: SlashCommand<Services>,
	services: Services,
	given: Given = {},
	access: AccessFacts = noStaffRoles,
): Promise<FakeInteraction['log']> {
	const asker = new FakeInteraction(given);
	const { showModal } = asker;
	const interaction = Object.assign(offPage(asker), { showModal });
	await answeringWith(services, access).command(command, interaction);
	return interaction.log;
}

/** The same, in the context menu of another member. */
export async function askUserCommand<Services>(
	{ handler }: UserCommand<Services>,
	services: Services,
	given: Given = {},
	access: AccessFacts = noStaffRoles,
): Promise<FakeInteraction['log']> {
	const interaction = offPage(new FakeInteraction(given));
	await answeringWith(services, access).answer(handler, interaction);
	return interaction.log;
}

/** The answers to a component or a modal, in order. */
export async function askComponent<Services>(
	components: readonly ComponentHandler<Services>[],
	kind: ComponentHandler<Services>['kind'],
	services: Services,
	given: Given & { readonly customId: string },
	access: AccessFacts = noStaffRoles,
): Promise<FakeInteraction['log']> {
	const name = customIdName(given.customId);
	const handler = components.find((it) => it.kind === kind && it.name === name);
	if (handler === undefined) throw new Error(`No handler for ${kind} ${name}`);
	const interaction = new FakeInteraction(given);
	const answering = answeringWith(services, access);
	if (handler.kind === 'modal') await answering.answer(handler, offUpdates(interaction));
	else await answering.answer(handler, interaction);
	return interaction.log;
}

/** The suggestions for an option. */
export async function askSuggestions<Services>(
	command: SlashCommand<Services>,
	services: Services,
	given: Given,
	access: AccessFacts = noStaffRoles,
): Promise<FakeInteraction['log']> {
	const interaction = new FakeInteraction(given);
	await answeringWith(services, access).suggest(command, interaction);
	return interaction.log;
}

/** A command is on no page that could be replaced. */
export function offPage(interaction: FakeInteraction): FakeInteraction {
	return Object.assign(interaction, { update: undefined, deferUpdate: undefined, showModal: undefined });
}

/** A modal replaces its page by a deferral and an edit. */
function offUpdates(interaction: FakeInteraction): FakeInteraction {
	return Object.assign(interaction, { update: undefined, showModal: undefined });
}
