import { account } from './ja/account.js';
import { command } from './ja/command.js';
import { error } from './ja/error.js';
import { item } from './ja/item.js';
import { items } from './ja/items.js';
import { refusal } from './ja/refusal.js';
import { stats } from './ja/stats.js';

export const ja = {
	...account,
	...command,
	...error,
	...item,
	...items,
	...refusal,
	...stats,
};
