-- A name is looked for as people type it: without its accents, in any case, with plain quotes. This is
-- `foldText` of lib/contract, and the two must agree. Cases are folded by lists of letters, because what `lower`
-- knows depends on the server's locale.
CREATE FUNCTION dashboard.fold_text(told text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  -- Most texts are plain letters, of one byte each: the rest is for the others.
  SELECT CASE WHEN octet_length(told) = char_length(told) THEN translate(lower(told COLLATE "C"), '`', '''') ELSE
    replace(replace(replace(replace(translate(
      lower(regexp_replace(normalize(replace(told, '´', ''''), NFKD), '[\u0300-\u036F]', '', 'g') COLLATE "C"),
      'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІҐЂЉЊЋЏЅЈØøŁłĐđÐðĦħŦŧıÆŒÞẞ’‘‛ʼ`′“”„‟«»‐‒–—−',
      'αβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяєіґђљњћџѕјoollddddhhttiæœþß''''''''''''""""""-----'
    ), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss')
  END
$$;
REVOKE ALL ON FUNCTION dashboard.fold_text(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION dashboard.fold_text(text) TO checkout_dashboard, checkout_dashboard_system;

-- The references that a merchant gave to a link: the values of its metadata, without the dashboard's own mark.
CREATE FUNCTION dashboard.reference_text(snapshot jsonb) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(value, E'\n' ORDER BY key), '')
  FROM jsonb_each_text(CASE jsonb_typeof(snapshot -> 'metadata') WHEN 'object' THEN snapshot -> 'metadata' ELSE '{}' END)
  WHERE key <> 'dashboard_form'
$$;
REVOKE ALL ON FUNCTION dashboard.reference_text(jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION dashboard.reference_text(jsonb) TO checkout_dashboard, checkout_dashboard_system;

-- What a search text is looked for in. Kept, so that a search folds its own text only and compares each row once. The
-- processor's reference is looked for whole, as the authorization code is; cut, because an index takes no long text.
ALTER TABLE dashboard.mirror_payment
  ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS
    (dashboard.fold_text(payer_name || E'\n' || payer_email || E'\n' || coalesce(link_title, ''))) STORED,
  ADD COLUMN processor_reference text GENERATED ALWAYS AS (left(snapshot ->> 'processor_reference', 200)) STORED;
CREATE INDEX mirror_payment_reference ON dashboard.mirror_payment (connection_id, processor_reference);
ALTER TABLE dashboard.mirror_link ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS
  (dashboard.fold_text(title || E'\n' || dashboard.reference_text(snapshot))) STORED;
