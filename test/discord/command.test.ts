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
} from '../../src/discord/command.js';

// Held by the compiler (`npm run check:types`): a port that discord.js no longer satisfies does not type-check.
describe('the ports of commands', () => {
	it("are satisfied by discord.js' own cached interactions, without a cast", () => {
		expectTypeOf<ChatInputCommandInteraction<'cached'>>().toExtend<ChatInput>();
		expectTypeOf<AutocompleteInteraction<'cached'>>().toExtend<AutocompleteInput>();
		expectTypeOf<ButtonInteraction<'cached'>>().toExtend<ButtonInput>();
		expectTypeOf<StringSelectMenuInteraction<'cached'>>().toExtend<SelectInput>();
		expectTypeOf<RoleSelectMenuInteraction<'cached'>>().toExtend<SelectInput>();
		expectTypeOf<ChannelSelectMenuInteraction<'cached'>>().toExtend<SelectInput>();
		expectTypeOf<ModalSubmitInteraction<'cached'>>().toExtend<ModalInput>();
	});

	it('are not satisfied by an interaction that may come from outside a server', () => {
		expectTypeOf<ChatInputCommandInteraction>().not.toExtend<ChatInput>();
	});
});
