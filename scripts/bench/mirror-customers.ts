const FIRST_NAMES =
  'Maria Jose Ana Juan Carlos Luis Sofia Elena Pedro Lucia Diego Carmen Andres Rosa Miguel Laura Jorge Paula Victor Julia Oscar Irene Hugo Clara Ivan Nora Pablo Alba Mateo Olga Bruno Rita Simon Lidia Tomas Nadia Felix Greta Adan Zoe'
const LAST_NAMES =
  'Garcia Lopez Martinez Hernandez Gonzalez Perez Rodriguez Sanchez Ramirez Cruz Flores Gomez Morales Vasquez Reyes Jimenez Torres Diaz Gutierrez Ruiz Mendoza Aguilar Ortiz Castillo Moreno Romero Alvarez Chavez Rivera Juarez Ramos Dominguez Herrera Medina Castro Vargas Guzman Velazquez Munoz Rojas Contreras Salazar Luna Ortega Guerrero Estrada Bautista Cortes Soto Alvarado Espinoza Lara Avila Rios Cervantes Silva Delgado Vega Marquez Sandoval'

/** Returns SQL for the name of a person by number: a few names are common, each tenth surname is nearly unique. */
export function customerNameSql(person: string): string {
  const rare = `initcap(translate(left(md5((${person})::text), 7), '0123456789', 'aeioulnrst'))`
  const common = chosen(LAST_NAMES, `hashint4(1 + ${person})`)
  return `${chosen(FIRST_NAMES, `hashint4(${person})`)} || ' ' || CASE WHEN (${person}) % 10 = 0 THEN ${rare} ELSE ${common} END`
}

function chosen(names: string, hash: string): string {
  const all = names.split(' ')
  const skewed = `floor(${all.length} * power((${hash} & 65535) / 65536.0, 2))::int`
  return `(ARRAY[${all.map((name) => `'${name}'`).join(',')}])[1 + ${skewed}]`
}

/** $1 connection, $2 now, $3 count. Phones of Guatemala, one reference each. */
export const INSERT_CUSTOMERS = `INSERT INTO dashboard.mirror_customer (connection_id, id, name, phone_digits, email, status, source, external_ref,
    created_at, snapshot, rank, seen_at, confirmed_at)
  SELECT $1, id, name, '502' || phone, email, 'ACTIVE', 'MERCHANT', reference, at,
    jsonb_build_object('object', 'customer', 'id', id, 'name', name, 'phone', '+502' || phone, 'email', email, 'status', 'ACTIVE',
      'source', 'MERCHANT', 'notes', NULL, 'external_ref', reference, 'card', NULL,
      'created_at', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
    0, $2, $2
  FROM (SELECT 'cus_' || lpad(n::text, 32, '0') AS id, ${customerNameSql('n')} AS name, 'payer' || n || '@example.test' AS email,
      (30000000 + (n::bigint * 7654321) % 30000000)::text AS phone, 'CRM-' || upper(left(md5(n::text), 6)) AS reference,
      date_trunc('milliseconds', $2::timestamptz - (n::float8 / $3) * interval '500 days') AS at
    FROM generate_series(1, $3::int) AS n) AS made`
