import { answer, type DispatcherFloor, suggest } from '../../../src/discord/interactions/dispatcher.js';
import type { ComponentHandler, Handler } from '../../../src/discord/interactions/handler.js';
import {
	handlerOf,
	type SlashCommand,
	type UserCommand,
} from '../../../src/discord/interactions/slash-command.js';
import type { StaffRoles } from '../../../src/services/setup/staff-roles.js';
import { customIdName } from '../../../src/ui/custom-id.js';
import { floor, type Given as Some } from '../../world/floor.js';
import { fakeInteraction, type Given, type Log } from './fake-interaction.js';

// Runs handlers in tests as in production, including access checks and deferral.

export const noStaffRoles = floor<StaffRoles>({ makesStaff: async () => false });

/** No notices for anyone. */
export const answerFloor = <Services>(services: Some<Services>, staffRoles: StaffRoles = noStaffRoles) =>
	floor<DispatcherFloor<Services>>({
		services,
		staffRoles,
		notices: { hasFor: () => false },
		clock: { delay: () => new Promise(() => {}) },
	});

async function ask<Services>(
	handler: Handler<Services> | undefined,
	services: Some<Services>,
	given: Given,
	staffRoles: StaffRoles,
): Promise<Log> {
	if (handler === undefined) throw new Error('No handler');
	const interaction = fakeInteraction(given);
	await answer(handler, interaction, interaction.responses, answerFloor<Services>(services, staffRoles));
	return interaction.log;
}

export async function askCommand<Services>(
	command: SlashCommand<Services> | UserCommand<Services>,
	services: Some<NoInfer<Services>>,
	given: Given = {},
	staffRoles: StaffRoles = noStaffRoles,
): Promise<Log> {
	return await ask(handlerOf(command, fakeInteraction(given)), services, given, staffRoles);
}

export async function askComponent<Services>(
	components: readonly ComponentHandler<Services>[],
	kind: ComponentHandler<Services>['kind'],
	services: Some<NoInfer<Services>>,
	given: Given & { readonly customId: string },
	staffRoles: StaffRoles = noStaffRoles,
): Promise<Log> {
	const name = customIdName(given.customId);
	const handler = components.find((it) => it.kind === kind && it.name === name);
	return await ask(handler, services, given, staffRoles);
}

export async function askSuggestions<Services>(
	command: SlashCommand<Services>,
	services: Some<NoInfer<Services>>,
	given: Given,
	staffRoles: StaffRoles = noStaffRoles,
): Promise<Log> {
	const interaction = fakeInteraction(given);
	const handler = handlerOf(command, interaction);
	await suggest(handler, interaction, interaction.responses, answerFloor<Services>(services, staffRoles));
	return interaction.log;
}
