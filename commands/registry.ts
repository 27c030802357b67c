import type { Command, ComponentHandler } from '../src/discord/command.js';
import { type AccountSource, accountCommand, data as accountData } from './account.js';
import { itemCommand, data as itemData } from './item.js';
import { screenshotsHandlers } from './item-card.js';
import type { ItemSearch } from './item-option.js';
import { itemsCommand, data as itemsData, itemsHandlers } from './items.js';
import { type VerifyCommandDependencies, verifyCommand, data as verifyData } from './verify.js';

/** What Discord is told of the commands. An explicit list: a file that is missing here is seen by the compiler. */
export const commandPayloads = [verifyData, itemData, itemsData, accountData];

export interface CommandServices {
	readonly verification: VerifyCommandDependencies;
	readonly catalogue: ItemSearch;
	readonly account: AccountSource;
}

/** Every command with its handler, in the order of `commandPayloads`. */
export function createCommands({ verification, catalogue, account }: CommandServices): readonly Command[] {
	return [
		verifyCommand(verification),
		itemCommand(catalogue),
		itemsCommand(catalogue),
		accountCommand(account),
	];
}

/** The handlers of every button, select and modal. */
export function createComponents({ catalogue }: CommandServices): readonly ComponentHandler[] {
	return [...itemsHandlers(catalogue), ...screenshotsHandlers(catalogue)];
}
