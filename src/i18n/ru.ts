import { account } from './ru/account.js';
import { audit } from './ru/audit.js';
import { command } from './ru/command.js';
import { error } from './ru/error.js';
import { item } from './ru/item.js';
import { items } from './ru/items.js';
import { refusal } from './ru/refusal.js';
import { stats } from './ru/stats.js';
import { verify } from './ru/verify.js';

export const ru = {
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
