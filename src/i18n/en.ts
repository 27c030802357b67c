import { account } from './en/account.js';
import { command } from './en/command.js';
import { error } from './en/error.js';
import { item } from './en/item.js';
import { items } from './en/items.js';
import { refusal } from './en/refusal.js';
import { stats } from './en/stats.js';

export const en = {
	...account,
	...command,
	...error,
	...item,
	...items,
	...refusal,
	...stats,
} as const;
