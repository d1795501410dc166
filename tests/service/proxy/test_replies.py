"""Whole replies: what is verified, what is handed on, and what is not shown."""

from __future__ import annotations

import httpx
import pytest

from entailed.prompts import PROMPTS
from tests.service.proxy.conftest import FALSE, OTHER, TRUE, completion

CALL = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}


def only(response):
    """The one choice of a completion."""
    assert response.status_code == 200, response.text
    (choice,) = response.json()["choices"]
    return choice


def test_an_answer_that_stands_is_returned_as_it_is(inside):
    """Everything of the upstream's reply is there, with a grounding object and two headers."""
    logprobs = {"content": [{"token": "Refunds", "logprob": -0.1}]}
    usage = {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}
    reply = completion(TRUE, usage=usage, system_fingerprint="fp", citations=["x"])
    reply["choices"][0].update(logprobs=logprobs, content_filter_results={"hate": "safe"})
    response = inside(reply).post()
    data = response.json()
    grounding = data.pop("grounding")
    assert data == reply
    assert grounding["status"] == "grounded"
    assert grounding["action"] == "pass"
    assert grounding["policy"] == "repair"
    assert grounding["counts"]["supported"] == 1
    assert grounding["sources"]["ids"] == ["S1", "S2"]
    (claim,) = grounding["claims"]
    span = claim["span"]
    assert TRUE[span["start"] : span["end"]].startswith("Refunds are accepted within 30 days")
    assert claim["support"][0]["passage_id"] == "S1"
    assert response.headers["x-grounding-status"] == "grounded"
    assert response.headers["x-sources-returned"] == "true"


def test_a_false_claim_is_repaired_and_its_words_stay_out_of_the_answer(inside):
    """The grounding object has the original, and the place of the claim that stayed."""
    response = inside(completion(f"{FALSE} {OTHER}")).post()
    content = only(response)["message"]["content"]
    grounding = response.json()["grounding"]
    false, other = grounding["claims"]
    assert "[S1]" not in content
    assert grounding["status"] == "partial"
    assert grounding["action"] == "repair"
    assert grounding["choices"][0]["original"] == f"{FALSE} {OTHER}"
    assert false["label"] == "contradicted"
    assert false["span"] is None
    assert false["reasons"] == ["number_mismatch"]
    assert content[other["span"]["start"] : other["span"]["end"]] == "Gift cards are not refundable"


def test_of_a_blocked_answer_no_word_leaves(inside):
    """Under `strict` not even in the grounding object."""
    response = inside(completion(FALSE), policy="strict").post()
    assert "60 days" not in response.text
    assert only(response)["message"]["content"].startswith("This answer could not be verified")
    assert response.json()["grounding"]["action"] == "block"
    assert response.headers["x-grounding-status"] == "ungrounded"


def test_removed_words_are_not_told_where_the_settings_say_so(inside):
    """Of claims that were removed, label and reasons are left."""
    proxy = inside(completion(f"{FALSE} {OTHER}"), policy="suppress", show_removed=False)
    response = proxy.post()
    assert "60 days" not in response.text
    claims = response.json()["grounding"]["claims"]
    assert [claim["text"] for claim in claims] == [None, "Gift cards are not refundable."]


def test_a_request_may_choose_a_policy(inside):
    """Only a name; anything but one is refused before the upstream is asked."""
    proxy = inside(completion(FALSE))
    assert only(proxy.post(grounding={"policy": "audit"}))["message"]["content"] == FALSE
    assert (
        "[citation needed]" in only(proxy.post(grounding={"policy": "flag"}))["message"]["content"]
    )
    asked = len(proxy.asked)
    assert proxy.post(grounding={"policy": "/etc/passwd.toml"}).status_code == 422
    assert proxy.post(grounding={"policy": "regenerate"}).status_code == 422
    assert proxy.post(grounding={"scorer": "transformers:/tmp"}).status_code == 400
    assert len(proxy.asked) == asked


def test_every_choice_is_verified(inside):
    """Each claim and record names its choice; the status is the worst of all."""
    response = inside(completion(TRUE, FALSE, OTHER)).post(n=3)
    contents = [choice["message"]["content"] for choice in response.json()["choices"]]
    grounding = response.json()["grounding"]
    assert contents[0] == TRUE
    assert contents[2] == OTHER
    assert contents[1] != FALSE
    assert [one["status"] for one in grounding["choices"]] == ["grounded", "ungrounded", "grounded"]
    assert grounding["status"] == "ungrounded"
    assert [claim["choice"] for claim in grounding["claims"]] == [0, 1, 2]


def test_calls_of_tools_alone_are_handed_on(inside):
    """They say themselves that nothing was verified."""
    reply = completion({"content": None, "tool_calls": [CALL]}, finish="tool_calls")
    response = inside(reply, policy="strict").post(tools=[{"type": "function"}])
    assert only(response) == reply["choices"][0]
    assert response.json()["grounding"]["status"] == "not_applicable"
    assert response.headers["x-grounding-status"] == "not_applicable"


def test_text_beside_calls_of_tools_is_verified(inside):
    """And the calls are handed on."""
    reply = completion({"content": FALSE, "tool_calls": [CALL]}, finish="tool_calls")
    message = only(inside(reply, policy="strict").post(tools=[{"type": "function"}]))["message"]
    assert message["tool_calls"] == [CALL]
    assert "60" not in message["content"]


def test_a_refusal_is_handed_on_but_where_the_policy_fails_closed(inside):
    """There the policy's own words stand in its place."""
    reply = completion({"content": None, "refusal": "I may not, but it is 60 days."})
    response = inside(reply).post()
    assert only(response)["message"] == reply["choices"][0]["message"]
    assert response.json()["grounding"]["status"] == "not_applicable"
    assert "60 days" not in inside(reply, policy="strict").post().text


@pytest.mark.parametrize(
    ("policy", "reasoning", "passes"),
    [
        ("repair", "by_policy", True),
        ("strict", "by_policy", False),
        ("repair", "drop", False),
        ("strict", "pass", True),
    ],
)
def test_reasoning_is_handed_on_as_the_policy_and_the_settings_say(
    inside, policy, reasoning, passes
):
    """It is never verified."""
    reply = completion({"content": TRUE, "reasoning_content": "Perhaps 90 days?"})
    response = inside(reply, policy=policy, reasoning=reasoning).post()
    assert ("90 days" in response.text) is passes
    assert only(response)["message"]["content"] == TRUE


def test_thinking_before_an_answer_is_no_part_of_it(inside):
    """It is neither verified nor shown, and neither are its tokens."""
    reply = completion(f"<think>Perhaps 90 days?</think>\n\n{TRUE}")
    reply["choices"][0]["logprobs"] = {"content": [{"token": "90 days"}]}
    response = inside(reply).post()
    assert only(response)["message"]["content"] == TRUE
    assert "90 days" not in response.text


def test_token_probabilities_go_with_a_changed_answer(inside):
    """They would tell the words that were removed."""
    reply = completion(FALSE)
    reply["choices"][0].update(logprobs={"content": [{"token": "60"}]}, token_ids=[60])
    choice = only(inside(reply, show_removed=False).post())
    assert choice["logprobs"] is None
    assert "token_ids" not in choice


def test_fields_that_nobody_knows_pass_only_where_the_policy_is_not_closed(inside):
    """They may hold words of the model."""
    reply = completion({"content": TRUE, "extra": "It is 60 days."}, note="60 days")
    assert "60 days" in inside(reply).post().text
    assert "60 days" not in inside(reply, policy="strict").post().text


def test_an_answer_in_json_stays_json_or_becomes_a_refusal(inside):
    """A program that reads JSON gets no prose in its place."""
    answer = '{"answer": "Refunds are accepted within 60 days of delivery."}'
    form = {"type": "json_object"}
    message = only(inside(completion(answer)).post(response_format=form))["message"]
    assert message["content"] is None
    assert message["refusal"]
    kept = only(inside(completion(answer), policy="audit").post(response_format=form))["message"]
    assert kept["content"] == answer


# --- sources ---------------------------------------------------------------------------------


def test_without_sources_the_upstream_is_not_asked(inside):
    """The answer says that nothing was found, once for each choice."""
    proxy = inside(completion(TRUE))
    response = proxy.post(documents=None, n=2)
    contents = [choice["message"]["content"] for choice in response.json()["choices"]]
    assert contents == [PROMPTS.ungrounded] * 2
    assert proxy.asked == []
    assert response.headers["x-grounding-status"] == "no_evidence"
    assert response.headers["x-sources-returned"] == "false"
    assert response.json()["grounding"]["status"] == "no_evidence"


def test_without_sources_calls_of_tools_still_pass_and_text_does_not(inside):
    """What an agent asks first has no sources yet."""
    tools = [{"type": "function"}]
    calls = completion({"content": None, "tool_calls": [CALL]}, finish="tool_calls")
    assert only(inside(calls).post(documents=[], tools=tools)) == calls["choices"][0]
    response = inside(completion(TRUE)).post(documents=[], tools=tools)
    assert only(response)["message"]["content"] == PROMPTS.ungrounded
    assert "30 days" not in response.text


def test_without_sources_an_answer_may_be_passed_on_and_flagged(inside):
    """By a setting, and not under a policy that fails closed."""
    proxy = inside(completion(TRUE), without_sources="pass_flagged")
    response = proxy.post(documents=None)
    assert only(response)["message"]["content"] == f"{TRUE} [citation needed]"
    assert response.json()["grounding"]["status"] == "no_evidence"
    strict = proxy.post(documents=None, grounding={"policy": "strict"})
    assert only(strict)["message"]["content"] == PROMPTS.ungrounded


def test_documents_of_the_service_are_searched_where_a_request_brings_none(inside, tmp_path):
    """What is found is told to the model, and verified against."""
    (tmp_path / "refunds.md").write_text(
        "# Refunds\n\nRefunds are accepted within 30 days of delivery for unused items.\n"
    )
    answer = TRUE.replace("S1", "refunds.md#1")
    proxy = inside(completion(answer), documents=tmp_path)
    response = proxy.post("Within how many days are refunds accepted?", documents=None)
    assert only(response)["message"]["content"] == answer
    assert response.json()["grounding"]["sources"]["ids"] == ["refunds.md#1"]
    assert "within 30 days of delivery" in proxy.body["messages"][0]["content"]


def test_the_upstream_gets_the_request_with_the_sources_and_without_our_fields(inside):
    """All else as it was sent."""
    proxy = inside(completion(TRUE))
    proxy.post(seed=5, top_k=3, grounding={"policy": "flag"}, metadata={"a": "b"})
    body = proxy.body
    system, user = body.pop("messages")
    assert body == {"model": "m", "seed": 5, "top_k": 3, "metadata": {"a": "b"}}
    assert user == {"role": "user", "content": "Within how many days?"}
    assert "[S2]\nGift cards are not refundable." in system["content"]


def test_the_models_of_the_upstream_are_listed(inside):
    """As they are."""
    models = {"object": "list", "data": [{"id": "m", "object": "model"}]}
    proxy = inside(models)
    assert proxy.get("/v1/models").json() == models
    assert str(proxy.asked[0].url) == "http://upstream.test/v1/models"


# --- records ---------------------------------------------------------------------------------


def test_every_choice_has_a_record_where_there_is_a_ledger(inside, tmp_path):
    """Under ids of their own; a declined question has one, too."""
    ledger = {"ledger": str(tmp_path / "ledger.db")}
    proxy = inside(completion(TRUE, FALSE), service=ledger)
    grounding = proxy.post(n=2).json()["grounding"]
    ids = [one["record_id"] for one in grounding["choices"]]
    declined = proxy.post(documents=None).json()["grounding"]["record_id"]
    assert len({*ids, declined}) == 3
    assert all([*ids, declined])
    assert grounding["record_id"] == ids[0]

    from entailed.ledger import Ledger

    with Ledger(ledger["ledger"]) as opened:
        record = opened.tenant("default").get(ids[1])
        assert record.report.answer == FALSE
        assert record.attributes["route"] == "chat"


def test_a_caller_cannot_choose_where_the_request_goes(inside):
    """No field and no header of a request is an address."""
    proxy = inside(completion(TRUE))
    elsewhere = "http://elsewhere.test"
    headers = {"x-upstream": elsewhere, "x-forwarded-host": "elsewhere.test"}
    proxy.post(base_url=elsewhere, api_base=elsewhere, model=elsewhere, headers=headers)
    assert [str(request.url) for request in proxy.asked] == [
        "http://upstream.test/v1/chat/completions"
    ]
    assert "elsewhere.test" not in str(proxy.asked[0].headers)


def test_without_an_upstream_the_routes_say_so(inside):
    """Status 501."""
    proxy = inside(completion(TRUE), upstream=None)
    assert proxy.post().status_code == 501
    assert proxy.get("/v1/models").status_code == 501


@pytest.mark.parametrize("content", [5, {"a": 1}])
def test_content_that_is_no_text_cannot_be_used(inside, content):
    """Nothing of it is handed on."""
    response = inside(completion({"content": content})).post()
    assert response.status_code == 502
    assert response.json()["error"]["type"] == "upstream_malformed"


def test_content_in_parts_is_one_text(inside):
    """Parts of other kinds, which nobody verified, are left out."""
    parts = [{"type": "text", "text": TRUE}, {"type": "other", "data": "60 days"}]
    response = inside(completion({"content": parts})).post()
    assert only(response)["message"]["content"] == TRUE
    assert "60 days" not in response.text


def test_half_a_character_is_no_text(inside):
    """It cannot be verified, so it is not shown; the reply is JSON all the same."""
    reply = httpx.Response(
        200, content=b'{"choices": [{"index": 0, "message": {"content": "30 days \\ud83d."}}]}'
    )
    response = inside(reply).post()
    assert only(response)["message"]["content"].startswith("This answer could not be verified")
    assert response.json()["grounding"]["status"] == "unchecked"
