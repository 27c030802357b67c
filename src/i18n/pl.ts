import { account } from './pl/account.js';
import { audit } from './pl/audit.js';
import { command } from './pl/command.js';
import { error } from './pl/error.js';
import { item } from './pl/item.js';
import { items } from './pl/items.js';
import { refusal } from './pl/refusal.js';
import { stats } from './pl/stats.js';
import { verify } from './pl/verify.js';

export const pl = {
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
