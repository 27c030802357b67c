import { account } from './es/account.js';
import { audit } from './es/audit.js';
import { command } from './es/command.js';
import { error } from './es/error.js';
import { item } from './es/item.js';
import { items } from './es/items.js';
import { refusal } from './es/refusal.js';
import { stats } from './es/stats.js';
import { verify } from './es/verify.js';

export const es = {
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
