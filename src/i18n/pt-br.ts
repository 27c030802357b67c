import { account } from './pt-br/account.js';
import { command } from './pt-br/command.js';
import { error } from './pt-br/error.js';
import { item } from './pt-br/item.js';
import { items } from './pt-br/items.js';
import { refusal } from './pt-br/refusal.js';
import { stats } from './pt-br/stats.js';

export const ptBR = {
	...account,
	...command,
	...error,
	...item,
	...items,
	...refusal,
	...stats,
};
