import type {
	AutocompleteInteraction,
	ButtonInteraction,
	ChannelSelectMenuInteraction,
	ChatInputCommandInteraction,
	ModalSubmitInteraction,
	RoleSelectMenuInteraction,
	StringSelectMenuInteraction,
} from 'discord.js';
import { describe, expectTypeOf, it } from 'vitest';
import type {
	AutocompleteInput,
	ButtonInput,
	ChatInput,
	ModalInput,
	SelectInput,
} from '../../../src/discord/interactions/interaction-ports.js';

// Held by the compiler (`npm run check:types`): a port that discord.js no longer satisfies does not type-check.
describe('the ports of commands', () => {
	/** The fields that `interaction-adapters.ts` derives from an interaction. */
	type WorkedOut = 'rights' | 'slowModeMs' | 'mayPost' | 'isOnOwnAnswer';

	it("are satisfied by discord.js' own cached interactions, but for what follows from the member's roles", () => {
		expectTypeOf<ChatInputCommandInteraction<'cached'>>().toExtend<Omit<ChatInput, WorkedOut>>();
		expectTypeOf<AutocompleteInteraction<'cached'>>().toExtend<Omit<AutocompleteInput, WorkedOut>>();
		expectTypeOf<ButtonInteraction<'cached'>>().toExtend<Omit<ButtonInput, WorkedOut>>();
		expectTypeOf<StringSelectMenuInteraction<'cached'>>().toExtend<Omit<SelectInput, WorkedOut>>();
		expectTypeOf<RoleSelectMenuInteraction<'cached'>>().toExtend<Omit<SelectInput, WorkedOut>>();
		expectTypeOf<ChannelSelectMenuInteraction<'cached'>>().toExtend<Omit<SelectInput, WorkedOut>>();
		expectTypeOf<ModalSubmitInteraction<'cached'>>().toExtend<Omit<ModalInput, WorkedOut>>();
	});

	it('are not satisfied by an interaction that may come from outside a server', () => {
		expectTypeOf<ChatInputCommandInteraction>().not.toExtend<Omit<ChatInput, WorkedOut>>();
	});
});
