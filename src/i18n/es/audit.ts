import type { audit as english } from '../en/audit.js';

export const audit = {
	'audit.verified': '✅ <@{userId}> ha verificado {purchase}',
	'audit.returned': '🔁 <@{userId}> ha vuelto con {purchase}',
	'audit.verifiedMany':
		'✅ {count, plural, one {# compra verificada} many {# compras verificadas} other {# compras verificadas}}: {items}',
	'audit.purchase': '**{item}** ({licence})',
	'audit.purchaseWithoutLicence': '**{item}**',
	'audit.refused': '⛔ <@{userId}> no se ha verificado: {reason} · referencia `{reference}`',
	'audit.refused.invalid': 'el marketplace no conoce el código',
	'audit.refused.taken': 'el código pertenece a otro miembro',
	'audit.refused.uncheckable': 'no se pudo preguntar al marketplace',
	'audit.refusedMany': '⛔ Rechazos: {count, number}',
	'audit.limit.member': '🛑 <@{userId}> ha enviado demasiados códigos incorrectos y tiene que esperar',
	'audit.limit.guild':
		'🛑 Demasiados códigos erróneos en este servidor, el último de <@{userId}>: quien haya enviado uno espera unos minutos',
	'audit.limit.lookup':
		'🛑 <@{userId}> ha buscado muchos códigos que nadie ha verificado aquí, y tiene que esperar',
	'audit.rolesBlocked':
		'⚠️ No se pueden dar roles: {trouble} Las compras están guardadas y los roles llegarán solos.',
	'audit.revoked': '↩️ La compra de **{item}** por <@{userId}> ya no es válida y se quitan sus roles',
	'audit.reinstated':
		'✅ La compra de **{item}** por <@{userId}> vuelve a ser válida y se devuelven sus roles',
	'audit.renewed': '✅ <@{userId}> ha renovado el soporte de **{item}**',
	'audit.endedHere':
		'🔓 La compra de **{item}** por <@{userId}> ya no cuenta en este servidor y se quitan sus roles',
	'audit.revokingStopped':
		'⚠️ Hoy han dejado de ser válidas más de {limit} compras. Parece una caída o una clave cambiada, así que hoy no se retiran más. Revisa el marketplace.',
	'audit.setup': '⚙️ <@{userId}> ha cambiado la configuración: {change}',
	'audit.setup.buyerRole': 'el rol de comprador es ahora <@&{roleId}>',
	'audit.setup.supportedRole': 'el rol con soporte es ahora <@&{roleId}>',
	'audit.setup.noSupportedRole': 'ya no hay rol con soporte',
	'audit.setup.auditChannel': 'el canal de auditoría es ahora <#{channelId}>',
	'audit.setup.noAuditChannel': 'ya no hay canal de auditoría',
	'audit.setup.rule':
		'los compradores {kind, select, item {del producto} category {de la categoría} other {del tipo de licencia}} **{subject}** reciben ahora <@&{roleId}>',
	'audit.setup.noRule':
		'ya no hay rol para {kind, select, item {el producto} category {la categoría} other {el tipo de licencia}} **{subject}**',
	'audit.badKey':
		'⚠️ El marketplace no acepta la clave API como la de un autor. Nadie puede verificarse hasta que MARKETPLACE_API_KEY sea correcta y se reinicie el bot.',
	'audit.answeredElsewhere':
		'⚠️ Otro bot con este token también responde. Si no has iniciado un segundo, alguien tiene el token: crea uno nuevo en la página Bot de la aplicación.',
	'audit.emptyStore':
		'⚠️ La base de datos está vacía, aunque los comandos ya estaban registrados. En el primer inicio es lo normal. Si el bot ya se usaba, detenlo y revisa DATABASE_URL: cada código cuenta como nuevo.',
	'audit.otherAccount':
		'⚠️ La clave de API pertenece ahora a otra cuenta del marketplace: **{seen}**, no **{known}**. No se comprueba ningún código ni se anula nada hasta que quien gestiona el bot confirme la cuenta nueva con `npm run claims -- confirm-account` o ponga la `MARKETPLACE_API_KEY` correcta.',
	'audit.clockOff':
		'⚠️ El reloj de la máquina del bot tiene un desfase de {minutes, plural, one {# minuto} other {# minutos}}. Hasta que esté bien no se anula nada ni queda libre ninguna plaza guardada: haz que se sincronice la hora allí.',
	'audit.theRole': 'el rol',
	'audit.trouble.missing-permission': 'Necesito el permiso **Gestionar roles** para {role}.',
	'audit.trouble.role-too-high':
		'{role} está por encima de mi propio rol. Arrastra mi rol por encima en Ajustes del servidor → Roles.',
	'audit.trouble.no-buyer-role': 'no hay ningún rol de comprador configurado. Elige uno.',
	'audit.trouble.role-missing': 'el rol `{roleId}` no existe en este servidor. Elige otro.',
	'audit.trouble.role-not-assignable': '{role} pertenece a una integración y nadie puede darlo. Elige otro.',
	'audit.trouble.refused':
		'Discord rechaza {role} y no da ningún motivo. Si hay un proxy entre el bot y Discord, revísalo.',
	'audit.trouble.guild-gone': 'Ya no estoy en el servidor. Invítame de nuevo.',
} satisfies Record<keyof typeof english, string>;
