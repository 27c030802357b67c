import { account } from './de/account.js';
import { audit } from './de/audit.js';
import { command } from './de/command.js';
import { error } from './de/error.js';
import { item } from './de/item.js';
import { items } from './de/items.js';
import { refusal } from './de/refusal.js';
import { stats } from './de/stats.js';
import { verify } from './de/verify.js';

export const de = {
	...account,
	...audit,
	...command,
	...error,
	...item,
	...items,
	...refusal,
	...stats,
	...verify,
};
