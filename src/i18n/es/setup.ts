import type { setup as english } from '../en/setup.js';

export const setup = {
	'setup.title': '## Configurar este servidor\nCada elección se guarda al momento.',
	'setup.buyer': '**Rol de comprador** · lo recibe quien tenga una compra verificada',
	'setup.supported':
		'**Rol con soporte** · se mantiene mientras al menos una compra tenga soporte (opcional)',
	'setup.audit':
		'**Canal de auditoría** · donde tu equipo lee quién se ha verificado y qué ha fallado (opcional)',
	'setup.more':
		'**Más roles** · para productos, categorías o tipos de licencia concretos (opcional): {count, plural, =0 {ninguno aún} other {{count, number}}}',
	'setup.moreTroubles': '❌ Algunos de estos roles no funcionan: mira *Más roles*.',
	'setup.former': '-# Un rol que cambies o quites aquí se queda con los miembros que lo tienen.',
	'setup.chooseRole': 'Elige un rol',
	'setup.chooseChannel': 'Elige un canal',
	'setup.moreButton': 'Más roles',
	'setup.again': 'Comprobar de nuevo',
	'setup.unavailable':
		'⚠️ Discord no dice nada de este servidor ahora mismo, así que no se ha guardado nada. Inténtalo más tarde.',
	'setup.missing': '⛔ El rol `{roleId}` no se ha guardado: ya no existe.',
	'setup.everyone': '⛔ <@&{roleId}> no se ha guardado: ya lo tiene todo el mundo.',
	'setup.managed':
		'⛔ <@&{roleId}> no se ha guardado: pertenece a un bot o a una integración y nadie puede darlo.',
	'setup.rules.title': '## Roles por producto, categoría y tipo de licencia',
	'setup.rules.how':
		'Añade uno con `/configurar producto`, `/configurar categoría` o `/configurar licencia`. Una compra da todos los roles que le correspondan, además del rol de comprador.',
	'setup.rules.none': 'Aún no hay ninguno.',
	'setup.rules.page': '-# Página {page, number} de {pages, number}',
	'setup.rules.subject': '{kind, select, item {Producto} category {Categoría} other {Licencia}} **{name}**',
	'setup.rules.option': '{kind, select, item {Producto} category {Categoría} other {Licencia}}: {name}',
	'setup.rules.remove': 'Quitar uno de estos',
	'setup.rules.back': '‹ Volver',
	'setup.rules.previous': 'Anterior',
	'setup.rules.next': 'Siguiente',
	'setup.rules.saved': '✅ {subject}: los compradores reciben ahora <@&{roleId}>.',
	'setup.rules.unseenLicence':
		'-# Aún no se ha visto ninguna compra con este tipo de licencia. Debe escribirse como lo escribe el marketplace.',
	'setup.rules.unknownCategory':
		'Ningún producto tiene esta categoría. Empieza a escribir y elige una de la lista.',
	'setup.rules.licenceIsCode':
		'Parece un código de compra, así que no lo he guardado. Un tipo de licencia es un nombre como `regular` o `extended`.',
} satisfies Record<keyof typeof english, string>;
