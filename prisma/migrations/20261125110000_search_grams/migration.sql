-- Each three characters in a row of a text, under a short mark of its connection. The line's end after the text lets two characters
-- be looked for as the beginning of three. No extension and no locale is needed. Hosts may send texts of megabytes: what lies behind the
-- first 2,000 characters is not in the index.
CREATE FUNCTION dashboard.search_grams(connection_id text, searched text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 500 AS $$
  SELECT array_to_tsvector(ARRAY(
    SELECT mark || substr(line, at, 3)
    -- Computed once, not at each character.
    FROM (SELECT right(connection_id, 6) AS mark, left(searched, 2000) || E'\n' AS line OFFSET 0) AS once, generate_series(1, char_length(line) - 2) AS at
  ))
$$;
REVOKE ALL ON FUNCTION dashboard.search_grams(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION dashboard.search_grams(text, text) TO checkout_dashboard, checkout_dashboard_system;

-- Grams of a row that holds every fragment: those that cover it, since each one more is read from the index. Two characters are
-- looked for only where nothing longer is. Null where no fragment has two.
CREATE FUNCTION dashboard.search_query(connection_id text, fragments text[]) RETURNS tsquery
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg(
    -- A tsvector writes its lexeme with the quotes that a tsquery reads.
    array_to_tsvector(ARRAY[right(connection_id, 6) || substr(fragment, least(at, greatest(char_length(fragment) - 2, 1)), 3)])::text
      || CASE char_length(fragment) WHEN 2 THEN ':*' ELSE '' END, ' & ')::tsquery
  FROM unnest(fragments) AS fragment, generate_series(1, char_length(fragment), 3) AS at
  WHERE char_length(fragment) >= greatest(2, least(3, (SELECT max(char_length(one)) FROM unnest(fragments) AS one)))
$$;
REVOKE ALL ON FUNCTION dashboard.search_query(text, text[]) FROM PUBLIC;

-- The rows whose text holds every fragment, of the tenant that the connection is bound to. Under row-level security no index serves a
-- LIKE, whose operator is not leakproof: this function runs as the tables' owner, and its filter is the policy's own.
-- `ids` are all of them, up to `most`. Where `common` of the `newest` rows hold the fragments, or more than `most` rows do, `since` is when
-- the `common`-th newest of them was created: a page of them lies there. Both are null where the tenant has no more than `newest`
-- rows, or the answer would take too long.
CREATE FUNCTION dashboard.search_mirror(noun text, fragments text[], newest integer, common integer, most integer)
  RETURNS TABLE (ids text[], since timestamptz)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET max_parallel_workers_per_gather = 0 AS $$
DECLARE
  tenant constant text := current_setting('app.tenant', true);
  asked constant tsquery := dashboard.search_query(tenant, fragments);
  patterns constant text[] := ARRAY(
    SELECT '%' || regexp_replace(fragment, '([\\%_])', '\\\1', 'g') || '%' FROM unnest(fragments) AS fragment);
  source constant text := CASE noun
    WHEN 'payments' THEN 'dashboard.mirror_payment'
    WHEN 'customers' THEN 'dashboard.mirror_customer'
    WHEN 'phones' THEN 'dashboard.mirror_customer'
    WHEN 'links' THEN 'dashboard.mirror_link'
    WHEN 'references' THEN 'dashboard.mirror_link'
  END;
  -- As the indexes have it.
  searched constant text := CASE noun
    WHEN 'phones' THEN 'phone_digits'
    WHEN 'references' THEN 'substr(search_text, strpos(search_text, E''\n'') + 1)'
    ELSE 'search_text'
  END;
  latest constant text := format('SELECT created_at FROM (
      SELECT created_at, %s AS searched FROM %s WHERE connection_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2) AS latest
    WHERE searched LIKE ALL ($3) OFFSET $4 - 1 LIMIT 1', searched, source);
  holding constant text := format('FROM %s WHERE connection_id = $1
    AND dashboard.search_grams(connection_id, %s) @@ $2 AND %2$s LIKE ALL ($3)', source, searched);
  is_large boolean;
  estimate json;
BEGIN
  IF source IS NULL THEN RAISE EXCEPTION 'no mirror has the noun %', noun; END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE connection_id = $1 ORDER BY created_at DESC, id DESC OFFSET $2)', source)
    INTO is_large USING tenant, newest;
  IF is_large THEN
    EXECUTE latest INTO since USING tenant, newest, patterns, common;
  END IF;
  IF is_large AND since IS NULL AND asked IS NOT NULL THEN
    -- Grams that most rows have take the index longer than such rows take to be met.
    EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM %s WHERE dashboard.search_grams(connection_id, %s) @@ $1', source, searched)
      INTO estimate USING asked;
    IF (estimate #>> '{0,Plan,Plan Rows}')::float8 > 10 * most THEN
      EXECUTE latest INTO since USING tenant, 20 * newest, patterns, common;
    ELSE
      EXECUTE format('SELECT COALESCE(array_agg(id), ''{}'') FROM (SELECT id %s LIMIT $4) AS found', holding)
        INTO ids USING tenant, asked, patterns, most + 1;
      IF cardinality(ids) > most THEN
        ids := NULL;
        EXECUTE format('SELECT created_at %s ORDER BY created_at DESC OFFSET $4 - 1 LIMIT 1', holding)
          INTO since USING tenant, asked, patterns, common;
      END IF;
    END IF;
  END IF;
  RETURN NEXT;
END
$$;
REVOKE ALL ON FUNCTION dashboard.search_mirror(text, text[], integer, integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION dashboard.search_mirror(text, text[], integer, integer, integer) TO checkout_dashboard;

-- step: concurrent
-- A search reads what was written since the index took its last portion in: a short portion.
CREATE INDEX CONCURRENTLY mirror_payment_search ON dashboard.mirror_payment
  USING gin (dashboard.search_grams(connection_id, search_text)) WITH (gin_pending_list_limit = 1024);
CREATE INDEX CONCURRENTLY mirror_customer_search ON dashboard.mirror_customer
  USING gin (dashboard.search_grams(connection_id, search_text)) WITH (gin_pending_list_limit = 1024);
CREATE INDEX CONCURRENTLY mirror_customer_phone_part ON dashboard.mirror_customer
  USING gin (dashboard.search_grams(connection_id, phone_digits)) WITH (gin_pending_list_limit = 1024);
CREATE INDEX CONCURRENTLY mirror_link_search ON dashboard.mirror_link
  USING gin (dashboard.search_grams(connection_id, search_text)) WITH (gin_pending_list_limit = 1024);
CREATE INDEX CONCURRENTLY mirror_link_references ON dashboard.mirror_link
  USING gin (dashboard.search_grams(connection_id, substr(search_text, strpos(search_text, E'\n') + 1))) WITH (gin_pending_list_limit = 1024);
