-- `ids` are in the order of the lists, newest first, so that a reader of the first rows needs the first ids only. The rest is as before:
-- the rows whose text contains every fragment, of the tenant that the connection is bound to. Under row-level security no index serves a
-- LIKE, whose operator is not leakproof: this function runs as the tables' owner, and its filter is the policy's own.
-- `ids` are all of them, up to `most`. If `common` of the `newest` rows contain the fragments, or more than `most` rows do, `since` is when
-- the `common`-th newest of them was created: a page of them lies there. Both are null if the tenant has no more than `newest`
-- rows, or the result would take too long.
CREATE OR REPLACE FUNCTION dashboard.search_mirror(noun text, fragments text[], newest integer, common integer, most integer)
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
      EXECUTE format('SELECT COALESCE(array_agg(id ORDER BY created_at DESC, id DESC), ''{}'')
          FROM (SELECT id, created_at %s LIMIT $4) AS found', holding)
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
