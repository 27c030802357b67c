import type { AccessFacts } from '../../../src/discord/interactions/access.js';
import { Answering, type WaitingNotices } from '../../../src/discord/interactions/answering.js';
import type { ComponentHandler } from '../../../src/discord/interactions/handler.js';
import type { SlashCommand, UserCommand } from '../../../src/discord/interactions/slash-command.js';
import { inCode } from '../../../src/i18n/translator.js';
import { customIdName } from '../../../src/ui/custom-id.js';
import type { Given as Some } from '../../world/floor.js';
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

const answeringWith = <Services>(services: Some<Services>, access: AccessFacts) =>
	new Answering({
		services: services as Services,
		access,
		mentionIn: () => inCode,
		waiting: noWaitingNotices,
		clock: { delay: () => new Promise(() => {}) },
	});

/** The answers to a command, in order. */
export async function askCommand<Services>(
	command: SlashCommand<Services>,
	services: Some<NoInfer<Services>>,
	given: Given = {},
	access: AccessFacts = noStaffRoles,
): Promise<FakeInteraction['log']> {
	const interaction = new FakeInteraction(given);
	await answeringWith<Services>(services, access).command(command, interaction, interaction);
	return interaction.log;
}

/** The same, in the context menu of another member. */
export async function askUserCommand<Services>(
	{ handler }: UserCommand<Services>,
	services: Some<NoInfer<Services>>,
	given: Given = {},
	access: AccessFacts = noStaffRoles,
): Promise<FakeInteraction['log']> {
	const interaction = new FakeInteraction(given);
	await answeringWith<Services>(services, access).answer(handler, interaction, interaction);
	return interaction.log;
}

/** The answers to a component or a modal, in order. */
export async function askComponent<Services>(
	components: readonly ComponentHandler<Services>[],
	kind: ComponentHandler<Services>['kind'],
	services: Some<NoInfer<Services>>,
	given: Given & { readonly customId: string },
	access: AccessFacts = noStaffRoles,
): Promise<FakeInteraction['log']> {
	const name = customIdName(given.customId);
	const handler = components.find((it) => it.kind === kind && it.name === name);
	if (handler === undefined) throw new Error(`No handler for ${kind} ${name}`);
	const interaction = new FakeInteraction(given);
	await answeringWith<Services>(services, access).answer(handler, interaction, interaction);
	return interaction.log;
}

/** The suggestions for an option. */
export async function askSuggestions<Services>(
	command: SlashCommand<Services>,
	services: Some<NoInfer<Services>>,
	given: Given,
	access: AccessFacts = noStaffRoles,
): Promise<FakeInteraction['log']> {
	const interaction = new FakeInteraction(given);
	await answeringWith<Services>(services, access).suggest(
		command,
		interaction,
		interaction.typing,
		interaction,
	);
	return interaction.log;
}
